# Takes away what a learner's program does not need. Runs once, while the image is built.
set -eu
rm -rf /usr/lib/python3*/ensurepip /usr/lib/python3*/lib2to3 /usr/lib/python3*/idlelib \
    /usr/lib/python3*/tkinter /usr/lib/python3*/turtledemo /usr/lib/python3*/test \
    /usr/lib/python3*/site-packages /usr/lib/python3/dist-packages \
    /usr/local/lib/python3*/ensurepip /usr/local/lib/python3*/lib2to3 \
    /usr/local/lib/python3*/idlelib /usr/local/lib/python3*/tkinter \
    /usr/local/lib/python3*/turtledemo /usr/local/lib/python3*/test \
    /usr/local/lib/python3*/site-packages \
    /usr/local/bin/pip* /usr/local/bin/idle* /usr/local/bin/pydoc* /usr/local/include
rm -rf /usr/share/doc /usr/share/man /usr/share/info /usr/share/locale /usr/share/perl* \
    /usr/lib/*/perl* /usr/share/lintian /usr/share/bash-completion /usr/include \
    /usr/lib/apt /usr/lib/dpkg /usr/lib/systemd /usr/lib/gcc /usr/lib/*/gconv \
    /var/cache /var/log /var/lib/apt /var/lib/dpkg/info /var/lib/dpkg/triggers \
    /etc/apt /etc/cron* /etc/systemd /etc/init.d /etc/shadow* /etc/gshadow* /etc/passwd- /etc/group- \
    /root /home /srv /media /mnt /opt /boot /tmp/* /var/tmp/* /run/*
mkdir -p /tmp /run
chmod 0755 /tmp /var/tmp /run /dev/shm /run/lock 2>/dev/null || true
