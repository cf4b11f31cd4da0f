# SPDX-License-Identifier: ISC
"""tools/deps.sh with tools that are not real: what it installs, and that no
service of the machine is started or stays enabled by it."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

DEPS = os.path.join(os.environ["TURNPOST_SRC"], "tools", "deps.sh")
DOVECOT = "/usr/sbin/dovecot"
POSTGRES = "/usr/lib/postgresql/any/bin/initdb"
POLICY = "usr/sbin/policy-rc.d"

APT_GET = """\
#!/bin/sh
echo "$*" >>"$LOG"
case "$*" in *install*) ;; *) exit 0 ;; esac
if [ -e "$DEPS_ROOT/usr/sbin/policy-rc.d" ]; then
	sh "$DEPS_ROOT/usr/sbin/policy-rc.d" dovecot start
	echo "policy $?" >>"$LOG"
fi
[ -z "$SLOW" ] || { touch "$DEPS_ROOT/installing"; sleep 1; }
[ -n "$BROKEN" ] || cp -rn "$FULL/." "$DEPS_ROOT"
exit "${STATUS:-0}"
"""


class Machine:
    """A root folder and tools of its own."""

    def __init__(self, user=0):
        self.dir = tempfile.mkdtemp()
        self.bin = self.path("bin")
        for name in ("bin", "root/usr/sbin", "full"):
            os.makedirs(self.path(name))
        with open(DEPS, encoding="utf-8") as file:
            text = file.read()
        for name in re.findall(r"^cmd (\S+)", text, re.M):
            self.tool(name, "exit 0")
        for name in re.findall(r"^file (\S+)", text, re.M):
            self.give("full", name.replace("*", "any"))
        self.tool("pkg-config", "exit 0")
        self.tool("id", "echo %d" % user)
        self.tool("systemctl", 'echo "systemctl $*" >>"$LOG"')
        self.tool("apt-get", APT_GET)
        self.tool("sudo", 'echo "sudo $1" >>"$LOG"; exec "$@"')

    def path(self, *names):
        return os.path.join(self.dir, *names)

    def tool(self, name, body):
        path = os.path.join(self.bin, name)
        with open(path, "w", encoding="ascii") as file:
            file.write(body if body[0] == "#" else "#!/bin/sh\n" + body)
        os.chmod(path, 0o755)

    def give(self, root, name):
        path = self.path(root) + name
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="ascii"):
            pass

    def lacks(self, *names):
        """All is here but these."""
        shutil.copytree(self.path("full"), self.path("root"),
                        dirs_exist_ok=True)
        for name in names:
            os.remove(self.path("root") + name)

    def env(self, **more):
        return {"PATH": self.bin + ":/usr/bin:/bin", "LOG": self.path("log"),
                "DEPS_ROOT": self.path("root"), "FULL": self.path("full"),
                **more}

    def run(self, *args, **more):
        return subprocess.run([DEPS, *args], capture_output=True, text=True,
                              env=self.env(**more), timeout=60)

    def log(self):
        try:
            with open(self.path("log"), encoding="utf-8") as file:
                return file.read()
        except OSError:
            return ""

    def policy(self):
        return os.path.exists(self.path("root", POLICY))


def test_nothing_missing(machine):
    machine.lacks()
    done = machine.run("test")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done
    assert machine.log() == ""


def test_installs(machine):
    machine.lacks(DOVECOT, "/usr/lib/any/libidn.so.12")
    done = machine.run("test")
    assert done.returncode == 0, done
    assert ("--no-install-recommends install dovecot-imapd libidn12\n"
            in machine.log()), machine.log()
    assert "policy 101" in machine.log(), machine.log()
    assert not machine.policy()
    assert ("systemctl --quiet disable dovecot.service dovecot.socket"
            in machine.log()), machine.log()
    assert "sudo" not in machine.log()


def test_installs_a_database(machine):
    """Its server does not start with the machine either."""
    machine.lacks(POSTGRES)
    assert machine.run("test").returncode == 0
    assert "install postgresql\n" in machine.log(), machine.log()
    assert ("systemctl --quiet disable postgresql.service\n"
            in machine.log()), machine.log()
    assert "dovecot.service" not in machine.log(), machine.log()


def test_only_to_build(machine):
    """Without "test" no server is asked for."""
    machine.lacks(DOVECOT)
    done = machine.run()
    assert done.returncode == 0 and machine.log() == "", machine.log()


def test_service_of_the_machine(machine):
    """A Dovecot that was here before stays as it is."""
    machine.lacks("/usr/lib/any/libidn.so.12")
    assert machine.run("test").returncode == 0
    assert "install libidn12" in machine.log()
    assert "systemctl" not in machine.log(), machine.log()


def test_policy_of_the_machine(machine):
    machine.lacks(DOVECOT)
    with open(machine.path("root", POLICY), "w", encoding="ascii") as file:
        file.write("exit 42\n")
    assert machine.run("test").returncode == 0
    assert "policy 42" in machine.log(), machine.log()
    assert machine.policy()


def test_failure(machine):
    machine.lacks(DOVECOT)
    done = machine.run("test", STATUS="100", BROKEN="yes")
    assert done.returncode != 0 and "policy 101" in machine.log(), done
    assert not machine.policy()


def test_still_missing(machine):
    machine.lacks(DOVECOT)
    done = machine.run("test", BROKEN="yes")
    assert done.returncode == 1, done
    assert "still missing after installing: dovecot-imapd" in done.stderr
    assert not machine.policy()


def stopped(machine, how):
    """Stopped by a signal while it installs."""
    machine.lacks(DOVECOT)
    child = subprocess.Popen([DEPS, "test"], env=machine.env(SLOW="yes"),
                             stdout=subprocess.DEVNULL)
    while not os.path.exists(machine.path("root", "installing")):
        time.sleep(0.01)
    child.send_signal(how)
    assert child.wait(30) != 0


def test_ended(machine):
    stopped(machine, signal.SIGTERM)
    assert not machine.policy()


def test_killed(machine):
    """It cannot remove its policy any more, but that says no to nothing."""
    stopped(machine, signal.SIGKILL)
    assert machine.policy()
    done = subprocess.run(["sh", machine.path("root", POLICY)])
    assert done.returncode == 0, done


def test_sudo(machine):
    machine.tool("id", "echo 1000")
    machine.lacks(DOVECOT)
    done = machine.run("test")
    assert done.returncode == 0, done
    assert "sudo env" in machine.log() and not machine.policy()


def test_no_root(machine):
    machine.tool("id", "echo 1000")
    os.remove(os.path.join(machine.bin, "sudo"))
    # nothing of the real machine
    for name in ("sh", "env", "tr", "cat"):
        os.symlink(shutil.which(name), os.path.join(machine.bin, name))
    machine.lacks(DOVECOT)
    done = machine.run("test", PATH=machine.bin)
    assert done.returncode == 1 and "neither root nor sudo" in done.stderr
    assert machine.log() == "" and not machine.policy()


def main():
    tests = [test for name, test in sorted(globals().items())
             if name.startswith("test_")]
    print("1..%d" % len(tests))
    failed = False
    for number, test in enumerate(tests, 1):
        machine = Machine()
        try:
            test(machine)
            print("ok %d - %s" % (number, test.__name__))
        except Exception as fault:
            failed = True
            print("not ok %d - %s" % (number, test.__name__))
            print("# " + str(fault).replace("\n", "\n# "))
        finally:
            shutil.rmtree(machine.dir, ignore_errors=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
