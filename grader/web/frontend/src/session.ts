// Requests to our own server. In a frame whose cookies are blocked, the session travels in a header.

const HEADER = "Grader-Session";
let sealed: string | null = null;

export function usesHeader(): boolean {
  return sealed !== null;
}

export async function send(url: string, fields?: Record<string, string>): Promise<Response> {
  const headers: Record<string, string> = { Accept: fields ? "application/json" : "text/html" };
  if (sealed) headers[HEADER] = sealed;
  const body = fields ? new URLSearchParams(fields) : null;
  const response = await fetch(url, { method: fields ? "POST" : "GET", headers, body, redirect: "follow" });
  sealed = response.headers.get(HEADER) ?? sealed;
  return response;
}
