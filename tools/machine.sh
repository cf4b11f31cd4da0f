#!/bin/sh
# machine.sh s390x|arm64 DIR [PACKAGE...]: another machine in a folder: compiler,
# libraries (of those packages; by default all that the program needs) and
# qemu-user of Debian for it, unpacked there.  Nothing is installed, this
# machine's architectures stay as they are, and existing files are kept.
#
#	DIR/make ARGS...	make that builds for it, into DIR/build
#	DIR/run PROGRAM ARGS...	runs what was built
set -eu

machine=$1
dir=$2
shift 2
case $machine in
s390x) processor=s390x ;;
arm64) processor=aarch64 ;;
*)
	echo "machine: no such machine: $machine" >&2
	exit 1
	;;
esac
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
[ ! -x "$dir/run" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1 ||
	[ "$(dpkg --print-architecture)" != amd64 ]; then
	echo "$machine: this needs a Debian on amd64" >&2
	exit 1
fi
host=x86_64-linux-gnu
cross=$processor-linux-gnu

# ---- what runs here ----

mkdir -p "$dir/debs" "$dir/tools" "$dir/root"
(cd "$dir/debs" && apt-get -q download qemu-user-static "gcc-12-$cross" \
	"cpp-12-$cross" "gcc-12-$cross-base" "binutils-$cross" \
	"libgcc-12-dev-$machine-cross" "libgcc-s1-$machine-cross")
for deb in "$dir"/debs/*.deb; do
	dpkg-deb -x "$deb" "$dir/tools"
done

# ---- what runs there: an apt of its own, with that architecture alone ----

mkdir -p "$dir/apt/lists/partial" "$dir/apt/archives/partial"
: >"$dir/apt/status"
cat >"$dir/apt.conf" <<CONF
APT::Architecture "$machine";
APT::Architectures { "$machine"; };
APT::Install-Recommends "false";
APT::Sandbox::User "$(id -un)";
Debug::NoLocking "true";
Dir::State "$dir/apt";
Dir::State::lists "$dir/apt/lists";
Dir::State::status "$dir/apt/status";
Dir::Cache "$dir/apt";
Dir::Cache::archives "$dir/apt/archives";
CONF
export APT_CONFIG="$dir/apt.conf"
apt-get -q update
if [ $# = 0 ]; then
	# the libraries of the list in deps.sh
	# shellcheck disable=SC2046 # a list of words
	set -- tzdata $(sed -n 's/^lib [^ ]* //p' "$(dirname "$0")/deps.sh")
fi
apt-get -q -y install --download-only libc6-dev "$@"
for deb in "$dir"/apt/archives/*.deb; do
	dpkg-deb -x "$deb" "$dir/root"
done

# All below usr, and links that lead out of the folder led back into it.
cp -a "$dir/root/lib/." "$dir/root/usr/lib/"
rm -rf "$dir/root/lib"
ln -s usr/lib "$dir/root/lib"
find "$dir/root" -type l -lname '/*' | while read -r link; do
	to=$dir/root$(readlink "$link")
	ln -sfn "$(realpath -m --relative-to="$(dirname "$link")" "$to")" "$link"
done

# ---- the commands ----

mkdir -p "$dir/bin"
for tool in gcc-12 ar; do
	cat >"$dir/bin/${tool%-12}" <<TOOL
#!/bin/sh
LD_LIBRARY_PATH=$dir/tools/usr/lib/$host
export LD_LIBRARY_PATH
PATH=$dir/tools/usr/bin:\$PATH
exec $dir/tools/usr/bin/$cross-$tool \\
	$([ $tool = ar ] || echo "--sysroot=$dir/root") "\$@"
TOOL
done
cat >"$dir/make" <<MAKE
#!/bin/sh
PKG_CONFIG_SYSROOT_DIR=$dir/root
PKG_CONFIG_LIBDIR=$dir/root/usr/lib/$cross/pkgconfig:$dir/root/usr/share/pkgconfig
PATH=$dir/bin:\$PATH
export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_LIBDIR PATH
exec make B="$dir/build" CC="$dir/bin/gcc" CFLAGS=-O1 \\
	LDFLAGS=-Wl,--allow-shlib-undefined "\$@"
MAKE
cat >"$dir/run" <<RUN
#!/bin/sh
exec $dir/tools/usr/bin/qemu-$processor-static -L $dir/root "\$@"
RUN
chmod +x "$dir/bin/gcc" "$dir/bin/ar" "$dir/make" "$dir/run"
rm -rf "$dir/debs" "$dir/apt"
