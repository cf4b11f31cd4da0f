# SPDX-License-Identifier: ISC
"""A road to a server that breaks: it passes bytes on and cuts connections."""

import socket
import threading


class Cutter:
    """Listens on a port of its own; speaks to another on this machine.

    after: so many bytes from the server, counted over all connections, and
    the connection over which the last of them came is cut; None: never.
    die: then nobody answers any more, until deaf is set back."""

    def __init__(self, port):
        self.target = port
        self.after = None
        self.die = self.deaf = False
        self.cuts = self.passed = self.connections = 0
        # bytes -> what is passed on instead: of the server, and to it
        self.edit = self.edit_there = None
        self.said = b""  # all that went to the server
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            if self.deaf:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                near.close()
                continue
            self.connections += 1
            threading.Thread(target=self.there, args=(near, far),
                             daemon=True).start()
            threading.Thread(target=self.back, args=(far, near),
                             daemon=True).start()

    def there(self, near, far):
        try:
            while data := near.recv(65536):
                if self.edit_there is not None:
                    data = self.edit_there(data)
                self.said += data
                far.sendall(data)
        except OSError:
            pass
        self.end(near, far)

    def back(self, far, near):
        try:
            while data := far.recv(65536):
                if self.edit is not None:
                    data = self.edit(data)
                with self.lock:
                    cut = (self.after is not None
                           and self.passed + len(data) >= self.after)
                    if cut:
                        data = data[:self.after - self.passed]
                        self.after = None
                        self.cuts += 1
                        self.deaf = self.die
                    self.passed += len(data)
                near.sendall(data)
                if cut:
                    break
        except OSError:
            pass
        self.end(far, near)

    @staticmethod
    def end(*both):
        for one in both:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()

    def close(self):
        # a listener in accept must be woken up
        try:
            self.listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.listener.close()
