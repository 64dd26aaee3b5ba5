#!/usr/bin/env bash
# Deploys the shop on a plain server and runs its commands, as root (docs/hosting.md):
#   reprise deploy [branch, tag or commit]   builds and starts that version; main without a name
#   reprise roll-back [--restore]            starts the release before the running one
#   reprise releases                         lists the releases that are on this server
#   reprise shop <command>                   runs a command such as `create-admin you@example.com`
# Each commit is built in a folder of its own while the running release goes on selling; `current` links to that one.
set -euo pipefail
umask 022

home=${REPRISE_HOME:-/srv/reprise}
user=${REPRISE_USER:-reprise}
service=${REPRISE_SERVICE:-reprise}
settings=${ENV_FILE:-/etc/reprise/reprise.env}
kept=${REPRISE_RELEASES:-5}
ready_seconds=${REPRISE_READY_SECONDS:-120}

repository=$home/repository
current=$home/current

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

main() {
  case ${1:-} in
    deploy) one_at_a_time; deploy "${2:-main}" ;;
    roll-back) one_at_a_time; roll_back "${2:-}" ;;
    releases) list_releases ;;
    shop) shift; in_release "$current" "$@" ;;
    *) sed -n '2,6s/^# \{0,1\}//p' "$(readlink -e "$0")"; exit 1 ;;
  esac
}

one_at_a_time() {
  exec 9> "$home/deploy.lock"
  flock --nonblock 9 || fail 'Another deployment is running.'
}

# Runs a program in a folder as the user of the shop.
as_user() {
  local folder=$1
  shift
  runuser -u "$user" -- env --chdir="$folder" HOME="$home/home" ENV_FILE="$settings" INIT_CWD="$PWD" "$@"
}

# Runs a command of the shop with the code of a release.
in_release() {
  local release=$1
  shift
  as_user "$release" node run.js server/src/cli/shop.ts "$@"
}

name_of() { basename "$(readlink -e "$1")"; }

deploy() {
  local commit release running
  git -C "$repository" fetch --quiet --prune --tags origin
  commit=$(git -C "$repository" rev-parse --verify --quiet "origin/$1^{commit}") \
    || commit=$(git -C "$repository" rev-parse --verify --quiet "$1^{commit}") \
    || fail "$1 is no branch, tag or commit of $(git -C "$repository" remote get-url origin)."
  release=$home/releases/${commit:0:12}
  running=$(readlink -e "$current" || true)
  [ "$release" != "$running" ] || { say "$(name_of "$release") is running already."; return; }

  install -d "$home/releases"
  install -d -o "$user" -m 700 "$home/backups"
  build "$commit" "$release"
  touch "$release"
  if [ -z "$running" ]; then
    link_to "$release"
    start "$release" || undo_first_start
  else
    replace "$running" "$release"
  fi
  # The next deployment uses the script of this version.
  git -C "$repository" checkout --quiet --detach "$commit"
  remove_old
  say "$(name_of "$release") is running."
}

# Installs and builds a commit. A folder without .built was interrupted, and is built again.
build() {
  local commit=$1 release=$2
  [ ! -e "$release/.built" ] || return 0
  node --eval 'process.exit(Number.parseInt(process.versions.node, 10) < 20 ? 1 : 0)' \
    || fail "Installing needs Node 20 or later; this server has $(node --version)."
  say "Building $(basename "$release") …"
  unbuilt=$release
  trap remove_unbuilt EXIT
  rm -rf "$release"
  install -d "$release"
  git -C "$repository" archive "$commit" | tar --extract --directory="$release"
  chown -R "$user:" "$release"
  as_user "$release" npm ci --no-audit --no-fund
  as_user "$release" npm run build
  as_user "$release" npm prune --omit=dev --no-audit --no-fund
  # Written again by npm; sources newer than the build are built at the start.
  rm "$release/package-lock.json"
  if grep -qE '^(OTEL_EXPORTER_OTLP_ENDPOINT|SENTRY_DSN)=.' "$settings"; then
    as_user "$release" npm ci --prefix telemetry --no-audit --no-fund
  fi
  # The shop cannot change its own code.
  chown -R root:root "$release"
  touch "$release/.built"
  trap - EXIT
}

remove_unbuilt() {
  rm -rf "$unbuilt"
  fail "$(basename "$unbuilt") could not be built; nothing was changed."
}

undo_first_start() {
  systemctl stop "$service"
  rm "$current"
  fail 'The shop did not start; its log is above. Correct that and deploy again.'
}

# Replaces a running release; goes back to it if the new one does not start.
replace() {
  local running=$1 release=$2 backup
  backup=$home/backups/$(date -u +%Y%m%dT%H%M%SZ)-before-$(basename "$release").backup
  # A connection that ends must not leave the shop stopped.
  trap '' HUP INT TERM
  if have_same_tables "$running" "$release"; then
    back_up "$running" "$backup"
    systemctl stop "$service"
  else
    # After the stop, so that the backup has every order and going back loses none.
    systemctl stop "$service"
    back_up "$running" "$backup" || { systemctl start "$service"; fail 'The backup failed; nothing was changed.'; }
  fi
  link_to "$release"
  if ! start "$release"; then
    say "$(basename "$release") did not start; going back to $(basename "$running")." >&2
    systemctl stop "$service"
    have_same_tables "$running" "$release" || in_release "$running" restore "$backup" --replace --yes
    link_to "$running"
    start "$running" || fail "$(basename "$running") did not start either; its log is above."
    fail "$(basename "$release") was not deployed; $(basename "$running") is running."
  fi
  basename "$running" > "$release/.previous"
  printf '%s\n' "$backup" > "$release/.backup"
}

roll_back() {
  local running release backup=
  running=$(readlink -e "$current") || fail 'Nothing is deployed.'
  release=$home/releases/$(cat "$running/.previous" 2> /dev/null) || fail 'There is no release before this one.'
  [ -e "$release/.built" ] || fail "$(basename "$release") is no longer on this server: deploy it by its name."
  if ! have_same_tables "$release" "$running"; then
    backup=$(cat "$running/.backup")
    [ "${1:-}" = --restore ] || fail "$(basename "$running") changed the tables, so $(basename "$release") needs the backup from before it.
Everything since $(date -u -r "$backup" '+%F %T UTC') is lost, orders too: reprise roll-back --restore"
  fi
  trap '' HUP INT TERM
  systemctl stop "$service"
  if [ -n "$backup" ]; then
    back_up "$running" "$home/backups/$(date -u +%Y%m%dT%H%M%SZ)-rolled-back-$(basename "$running").backup"
    in_release "$release" restore "$backup" --replace --yes
  fi
  link_to "$release"
  touch "$release"
  start "$release" || fail "$(basename "$release") did not start; its log is above."
  say "$(basename "$release") is running."
}

have_same_tables() { diff -rq "$1/server/migrations" "$2/server/migrations" > /dev/null; }

# Images stay in DATA_DIR or the bucket, where they never change.
back_up() { in_release "$1" backup "$2" --no-pictures; }

link_to() {
  ln -sfn "releases/$(basename "$1")" "$current.new"
  mv -T "$current.new" "$current"
}

# Starts the service; fails with its log if it ends or is not ready in time.
start() {
  local port second
  port=$(sed -n 's/^PORT=//p' "$settings")
  systemctl start "$service"
  for ((second = 0; second < ready_seconds; second++)); do
    [ "$(systemctl show --property=NRestarts --value "$service")" = 0 ] || break
    if as_user "$1" node --eval "
      fetch('http://127.0.0.1:${port:-3000}/health/ready', { signal: AbortSignal.timeout(5000) })
        .then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"; then
      return 0
    fi
    sleep 1
  done
  journalctl --unit="$service" --lines=30 --no-pager >&2 || true
  return 1
}

releases_newest_first() { find "$home/releases" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %f\n' | sort -rn | cut -d ' ' -f 2; }

list_releases() {
  local name mark
  for name in $(releases_newest_first); do
    mark=' '
    [ "$name" != "$(name_of "$current")" ] || mark='*'
    say "$mark $name  $(git -C "$repository" log -1 --format='%cs %s' "$name")"
  done
}

# Keeps the newest releases and as many backups, and always the running release and the one before it.
remove_old() {
  local name
  for name in $(releases_newest_first | tail -n "+$((kept + 1))"); do
    case $name in "$(name_of "$current")" | "$(cat "$current/.previous" 2> /dev/null)") continue ;; esac
    rm -rf "${home:?}/releases/$name"
  done
  find "$home/backups" -name '*-before-*.backup' -printf '%T@ %p\n' | sort -rn | cut -d ' ' -f 2 \
    | tail -n "+$((kept + 1))" | xargs -r rm -f
}

main "$@"
