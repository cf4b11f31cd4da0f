/* SPDX-License-Identifier: ISC */
/*
 * What the service tells systemd, sd_notify(3): that it is ready, that it is
 * alive, that it reads its settings again, that it ends.  Started by anything
 * else (no NOTIFY_SOCKET), it tells nobody, and libsystemd is not opened.
 */
#ifndef CMD_NOTIFY_H
#define CMD_NOTIFY_H

void notify_ready(void);
/* At most once a second, however often it is called. */
void notify_alive(void);
/* Settings are read again; until notify_ready. */
void notify_reloading(void);
void notify_ending(void);

#endif
