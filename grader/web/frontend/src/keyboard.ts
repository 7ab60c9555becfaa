// On a phone, the keyboard on the screen leaves room for one button: Run stands above it.

const LEAST = 150; // pixels that no bar of a browser takes, but a keyboard does

export function beginKeyboard(): void {
  const seen = window.visualViewport;
  if (!seen) return;
  const look = () => {
    const taken = innerHeight - seen.height - seen.offsetTop;
    const isOpen = seen.scale === 1 && innerHeight - seen.height > LEAST;
    document.body.classList.toggle("typing", isOpen);
    document.body.style.setProperty("--keyboard", isOpen ? `${Math.max(0, Math.round(taken))}px` : "0px");
  };
  seen.addEventListener("resize", look);
  seen.addEventListener("scroll", look);
}
