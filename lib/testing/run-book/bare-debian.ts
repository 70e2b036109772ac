import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

const CHECKOUT = '/root/leafscan'

/** Services that would reach out of the namespace, or do not belong in it. A page's own services are started by its commands. */
const MASKED = [
  'systemd-sysctl.service',
  'systemd-modules-load.service',
  'systemd-udevd.service',
  'systemd-timesyncd.service',
  'console-getty.service',
  'getty.target',
  'apt-daily.timer',
  'apt-daily-upgrade.timer',
]

export const OPERATOR_TOKEN = 'the-token-of-the-run-book'

export function whyNoDebian(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs Linux and root'
  if (!fs.existsSync('/etc/debian_version') || !fs.existsSync('/lib/systemd/systemd'))
    return 'needs Debian with systemd'
  const { status } = spawnSync('unshare', ['-mpuniC', '-f', 'mount', '--make-rprivate', '/'])
  return status === 0 ? null : 'needs the right to make namespaces'
}

export interface Outcome {
  status: number | null
  output: string
}

export interface Started {
  process: ChildProcess
  signal(name: NodeJS.Signals): void
}

/**
 * A Debian with a running systemd: this machine's packages in separate process, mount and network namespaces, with all writes
 * (some 2 GB) in memory. Configuration files are as packaged, and the checkout is in root's home without untracked files.
 */
export class BareDebian {
  static async boot(): Promise<BareDebian> {
    const disk = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-debian-'))
    const init = spawn('unshare', ['-mpuniC', '--fork', '--kill-child', 'sh', '-euc', bootScript(disk)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const debian = new BareDebian(disk, init)
    await debian.untilUp()
    return debian
  }

  private printed = ''

  private constructor(
    private readonly disk: string,
    private readonly init: ChildProcess,
  ) {
    for (const stream of [init.stdout, init.stderr]) {
      stream?.on('data', (text) => {
        this.printed += text
      })
    }
  }

  /** @param network use this machine's, for packages */
  run(script: string, { network = false } = {}): Outcome {
    const { status, stdout, stderr } = spawnSync('nsenter', this.inside(network, script), {
      encoding: 'utf8',
      env: cleanEnvironment(),
      maxBuffer: 64 * 1024 * 1024,
    })
    return { status, output: `${stdout}${stderr}` }
  }

  start(command: string): Started {
    const entered = spawn('nsenter', this.inside(false, `exec ${asWords(command)}`), {
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    // nsenter waits for the command and returns its exit code; signals do not pass through it.
    return { process: entered, signal: (name) => process.kill(childOf(entered), name) }
  }

  async stop(): Promise<void> {
    const ended = once(this.init, 'exit')
    this.init.kill('SIGKILL')
    await ended
    fs.rmdirSync(this.disk)
  }

  private inside(network: boolean, script: string): string[] {
    const namespaces = ['-m', '-p', '-u', '-i', '-C', ...(network ? [] : ['-n'])]
    const shell = ['bash', '--norc', '-euo', 'pipefail', '-c', `cd ${CHECKOUT} && ${script}`]
    return ['-t', String(childOf(this.init)), ...namespaces, '--root', '--wd', ...shell]
  }

  private async untilUp(): Promise<void> {
    const deadline = Date.now() + 120_000
    for (;;) {
      const state = this.init.exitCode === null ? this.stateOf() : 'ended'
      if (/^(running|degraded)$/m.test(state)) return
      if (state === 'ended' || Date.now() > deadline) {
        await this.stop()
        throw new Error(`it did not come up (${state}):\n${this.printed}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }

  private stateOf(): string {
    try {
      return this.run('systemctl is-system-running || true').output
    } catch {
      return 'not yet'
    }
  }
}

function childOf({ pid }: ChildProcess): number {
  const [child] = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  if (!child) throw new Error('it has no child yet, or no more')
  return Number(child)
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  const npm = Object.entries(process.env).filter(([name]) =>
    /^npm_config_(registry|cache)$|^(https?|no)_proxy$/i.test(name),
  )
  const variables: Record<string, string | undefined> = {
    ...Object.fromEntries(npm),
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    LANG: 'C.UTF-8',
    OPERATOR_TOKEN,
    DEBIAN_FRONTEND: 'noninteractive',
  }
  return variables as NodeJS.ProcessEnv
}

function asWords(command: string): string {
  return /^[A-Z_]+=/.test(command) ? `env ${command}` : command
}

function bootScript(disk: string): string {
  const at = `${disk}/root`
  return `
mount --make-rprivate /
mount -t tmpfs tmpfs ${disk}
mkdir ${disk}/upper ${disk}/work ${at}
mount -t overlay overlay -o lowerdir=/,upperdir=${disk}/upper,workdir=${disk}/work ${at}
mount -t proc proc ${at}/proc
mount --bind ${at}/proc/sys ${at}/proc/sys
mount -o remount,ro,bind ${at}/proc/sys
mount -t sysfs -o ro sysfs ${at}/sys
mount -t cgroup2 cgroup2 ${at}/sys/fs/cgroup 2>/dev/null || {
  mount -t tmpfs tmpfs ${at}/sys/fs/cgroup
  mount -t cgroup2 cgroup2 ${at}/sys/fs/cgroup
}
mount -t tmpfs tmpfs ${at}/dev
for device in null zero full random urandom tty; do
  touch ${at}/dev/$device
  mount --bind /dev/$device ${at}/dev/$device
done
mkdir ${at}/dev/pts ${at}/dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts ${at}/dev/pts
ln -s pts/ptmx ${at}/dev/ptmx
ln -s /proc/self/fd ${at}/dev/fd
touch ${at}/dev/console
for folder in dev/shm run tmp; do mount -t tmpfs tmpfs ${at}/$folder; done
chmod 1777 ${at}/tmp
ip link set lo up
ip link add lan0 type veth peer name lan1
ip addr add 10.71.0.1/24 dev lan0
ip link set lan0 up
ip link set lan1 up
ip route add default via 10.71.0.2
for unit in ${MASKED.join(' ')}; do ln -sfn /dev/null ${at}/etc/systemd/system/$unit; done
rm -f ${at}/etc/systemd/system/multi-user.target.wants/* ${at}/usr/sbin/policy-rc.d
rm -rf ${at}${CHECKOUT} && mkdir -p ${at}${CHECKOUT}
git -C ${root} ls-files -z --cached --others --exclude-standard | tar -C ${root} --null --ignore-failed-read -T - -c | tar -C ${at}${CHECKOUT} -x
echo '127.0.0.1 photon.internal' >> ${at}/etc/hosts
cd ${at}
mkdir -p run/before
pivot_root . run/before
umount -l /run/before
exec env -i container=leafscan PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --unit=multi-user.target --show-status=no
`
}
