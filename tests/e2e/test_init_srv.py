#!/usr/bin/python3
# SPDX-License-Identifier: ISC
""""turnpost init" finds a server by SRV records, of a name server that is
alone in its network: the first that answers, in the order of the records."""

import os
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir, "peers"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from dialogue import Dialogue  # noqa: E402
from house import House  # noqa: E402
from tap import Tap  # noqa: E402
from watching import has_terminals  # noqa: E402

ALONE = ["unshare", "-rnm", sys.executable, os.path.abspath(__file__)]
WORD = "alone"  # how this is called there
DOMAIN = "example.test"


def labels(name):
    return b"".join(bytes([len(label)]) + label.encode()
                    for label in name.split(".") if label) + b"\0"


def serve_names(records):
    """A name server: {name: [(priority, weight, port, host)]}, no other."""
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 53))
    while True:
        question, client = server.recvfrom(4096)
        at, name = 12, []
        while question[at]:
            name.append(question[at + 1:at + 1 + question[at]].decode())
            at += 1 + question[at]
        found = records.get(".".join(name).lower(), [])
        if question[at + 1:at + 3] != b"\0\x21":
            found = []
        answer = question[:2] + struct.pack(
            ">HHHHH", 0x8180 if found else 0x8183, 1, len(found), 0, 0)
        answer += question[12:at + 5]
        for priority, weight, port, host in found:
            data = struct.pack(">HHH", priority, weight, port) + labels(host)
            answer += struct.pack(">HHHIH", 0xc00c, 33, 1, 60,
                                  len(data)) + data
        server.sendto(answer, client)


def serve_imap(listener, context):
    """It says hello with TLS, and what it can do."""
    while True:
        client, _ = listener.accept()
        try:
            with context.wrap_socket(client, server_side=True) as talk:
                talk.sendall(b"* OK [CAPABILITY IMAP4rev1] hello\r\n")
                for line in talk.makefile("rb"):
                    tag = line.split()[0]
                    talk.sendall(b"* CAPABILITY IMAP4rev1\r\n" + tag
                                 + b" OK done\r\n")
        except OSError:
            pass


def in_background(work, *args):
    threading.Thread(target=work, args=args, daemon=True).start()


def certificate(folder):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days",
         "30", "-subj", "/CN=localhost", "-addext",
         "subjectAltName=DNS:localhost", "-keyout", folder + "/key.pem",
         "-out", folder + "/cert.pem"], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder + "/cert.pem", folder + "/key.pem")
    return context


def alone():
    """Within a network and a view of files of its own."""
    folder = tempfile.mkdtemp()  # the runner removes it
    with open(folder + "/resolv.conf", "w", encoding="ascii") as file:
        file.write("nameserver 127.0.0.1\n")
    with open(folder + "/hosts", "w", encoding="ascii") as file:
        file.write("127.0.0.1 localhost\n")
    for name in "resolv.conf", "hosts":
        subprocess.run(["mount", "--bind", folder + "/" + name,
                        os.path.realpath("/etc/" + name)], check=True)
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    context = certificate(folder)
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    in_background(serve_imap, listener, context)
    in_background(serve_names, {
        "_imaps._tcp." + DOMAIN: [(20, 0, port, "localhost"),
                                  (10, 0, 9, "localhost")],
        "_imap._tcp." + DOMAIN: [(0, 0, 10, "localhost")],
        "_submissions._tcp." + DOMAIN: [(0, 0, 0, "")],
        "_submission._tcp." + DOMAIN: [(0, 0, 0, "")]})
    house = House(init=False)
    talk = Dialogue(house, "--address", "robot@" + DOMAIN, "--organiser",
                    "none", "--ca-file", folder + "/cert.pem")
    talk.expect("trying localhost:9 ...")
    talk.expect("the domain names a server that cannot be used: localhost:9")
    talk.expect("trying localhost:%d ..." % port)
    talk.answer("(IMAP) [imaps://localhost:%d]" % port, "none")
    talk.answer("(SMTP) [none]", "\x04")
    talk.expect("nothing was written")
    assert "localhost:10" not in talk.shown, talk.shown
    assert "trying smtp." not in talk.shown, talk.shown
    assert talk.end() == 1, talk.shown
    assert os.listdir(house.dir) == []
    house.close()


def test_records():
    done = subprocess.run(ALONE + [WORD], capture_output=True, text=True,
                          timeout=120)
    assert done.returncode == 0, done.stderr


def lack():
    """Why this cannot be tested here, or None."""
    if not has_terminals():
        return "there are no pseudo-terminals here"
    done = subprocess.run(
        ALONE[:2] + ["sh", "-c", "ip link set lo up && mount --bind /etc/hosts "
                     "/etc/hosts && mount --bind /etc/hosts "
                     "\"$(realpath /etc/resolv.conf)\""],
        capture_output=True, text=True)
    return done.stderr.strip() or "no namespaces" if done.returncode else None


if sys.argv[1:] == [WORD]:
    alone()
    sys.exit()
tap = Tap()
why = lack()
if why is None:
    tap.run("records", test_records)
else:
    tap.skip("records", why)
tap.end()
