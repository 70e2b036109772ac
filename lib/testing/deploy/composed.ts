import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { childrenOf, isAlive } from '@/lib/testing/processes'
import { pathOfTool } from '@/lib/testing/tools'
import type { ComposeFile, Service } from './compose-file'
import { type Image, only, stepsOf } from './container'

/** What the images bring: the program in front of a service's command, from Debian, and their own variables. */
interface Program {
  words: string[]
  env: Record<string, string>
  workdir: string
  healthcheck?: string[]
}

/** Nothing outlives a test that is killed. A change of user takes this back: it is said again after it. */
const WITH_THE_TEST = ['--pdeathsig', 'KILL']

/** As the image's entrypoint does for a user without rights. */
const POSTGRES = `
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  initdb -D "$PGDATA" -U "$POSTGRES_USER" --pwfile=/tmp/password $POSTGRES_INITDB_ARGS > /tmp/initdb 2>&1 || { cat /tmp/initdb; exit 1; }
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "CREATE DATABASE $POSTGRES_USER" | postgres --single -D "$PGDATA" postgres > /dev/null
fi
exec postgres -D "$PGDATA" -c listen_addresses='*'`

/** @param image of the Dockerfile; null for an image that no package of Debian stands for */
function programOf(name: string, image: Image): Program | null {
  const healthcheck = stepsOf('healthcheck')[0]?.words ?? []
  const command = stepsOf('cmd')[0]?.words ?? []
  switch (name) {
    case 'explorer':
      return { words: command, env: image.env, workdir: '/leafscan', healthcheck: ['CMD', ...healthcheck] }
    case 'indexer':
      return { words: [], env: image.env, workdir: '/leafscan' }
    case 'postgres':
      return { words: ['sh', '-euc', POSTGRES], env: { PGDATA: '/var/lib/postgresql/data' }, workdir: '/' }
    case 'prometheus':
      return { words: ['prometheus'], env: {}, workdir: '/prometheus' }
    case 'alertmanager':
      return { words: ['prometheus-alertmanager'], env: {}, workdir: '/alertmanager' }
    default:
      return null
  }
}

export interface Container {
  name: string
  /** The service's first process, as this machine numbers it. */
  pid: number
  ended: Promise<number | null>
  output(): string
}

/**
 * Starts the services of a resolved compose file without docker: Debian's programs for the images, and for each service its own
 * process, mount and network namespaces, its user, its capabilities (none), a read-only layer over this machine's disk, its
 * volumes, and the names of the networks that it shares. Limits of memory and processes are not set.
 */
export class Composed {
  readonly #disk = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-compose-'))
  readonly #host: ChildProcess
  readonly #addresses = new Map<string, Record<string, string>>()
  readonly containers = new Map<string, Container>()

  constructor(
    private readonly file: ComposeFile,
    private readonly image: Image,
  ) {
    fs.chmodSync(image.disk, 0o755)
    const networks = Object.keys(file.networks)
    const lines = ['mount --make-rprivate /', `mount -t tmpfs tmpfs ${this.#disk}`, 'mount -t tmpfs tmpfs /run']
    lines.push('ip link set lo up')
    networks.forEach((network, n) => {
      lines.push(`ip link add ${network} type bridge`, `ip addr add 10.73.${n}.1/24 dev ${network}`)
      lines.push(`ip link set ${network} up`)
    })
    Object.entries(file.services).forEach(([name, service], s) => {
      lines.push(`ip netns add ${name}`, `ip -n ${name} link set lo up`)
      this.#addresses.set(name, {})
      for (const [n, network] of networks.entries()) {
        if (!networksOf(service).includes(network)) continue
        const address = `10.73.${n}.${s + 2}`
        Object.assign(this.#addresses.get(name) ?? {}, { [network]: address })
        lines.push(`ip link add v${s}n${n} type veth peer name eth${n} netns ${name}`)
        lines.push(`ip link set v${s}n${n} master ${network} up`, `ip -n ${name} addr add ${address}/24 dev eth${n}`)
        lines.push(`ip -n ${name} link set eth${n} up`)
      }
    })
    for (const volume of Object.keys(file.volumes)) lines.push(`mkdir -p ${this.#disk}/volumes/${volume}`)
    lines.push(`touch ${this.#disk}/up`, 'exec sleep infinity')
    const script = ['-mn', '--fork', '--kill-child', 'sh', '-euc', lines.join('\n')]
    this.#host = spawn('setpriv', [...WITH_THE_TEST, 'unshare', ...script], { stdio: ['ignore', 'inherit', 'inherit'] })
  }

  /** In the order of depends_on, each once what it depends on is healthy. */
  async up(): Promise<void> {
    await until(() => this.#host.pid !== undefined && childrenOf(this.#host.pid).length > 0, 'namespaces')
    await until(() => this.onHost(`test -e ${this.#disk}/up`).status === 0, 'networks')
    for (const name of this.names) await this.#start(name)
  }

  get names(): string[] {
    return Object.keys(this.file.services).filter((name) => programOf(name, this.image) !== null)
  }

  /** As the machine's user whose loopback the ports are published on. */
  address(name: string, network: string): string {
    return this.#addresses.get(name)?.[network] ?? ''
  }

  onHost(script: string): { status: number | null; output: string } {
    return run('nsenter', ['-t', String(this.#hostPid), '-m', '-n', 'sh', '-c', script])
  }

  /** As `docker compose exec` does: with the user, the folders and the variables of the service. */
  exec(name: string, ...words: string[]): { status: number | null; output: string } {
    const pid = String(this.containers.get(name)?.pid)
    const inside = ['-t', pid, '-m', '-n', '-p', '--root', ...this.#words(name, words)]
    return run('nsenter', inside)
  }

  isHealthy(name: string): boolean {
    const test = this.file.services[name]?.healthcheck?.test ?? programOf(name, this.image)?.healthcheck ?? []
    return this.exec(name, ...test.slice(1)).status === 0
  }

  /** Exit codes. */
  async down(): Promise<Record<string, number | null>> {
    const codes: Record<string, number | null> = {}
    for (const [name, { pid, ended }] of [...this.containers].reverse()) {
      process.kill(pid, this.file.services[name]?.stop_signal ?? 'SIGTERM')
      codes[name] = await ended
      this.containers.delete(name)
    }
    return codes
  }

  async remove(): Promise<void> {
    for (const { pid, ended } of this.containers.values()) {
      if (isAlive(pid)) process.kill(pid, 'SIGKILL')
      await ended
    }
    const ended = once(this.#host, 'exit')
    this.#host.kill('SIGKILL')
    await ended
    fs.rmSync(this.#disk, { recursive: true, force: true })
  }

  get #hostPid(): number {
    return childrenOf(this.#host.pid ?? 0)[0] ?? 0
  }

  async #start(name: string): Promise<void> {
    const started = this.containers.get(name)
    if (started) return
    for (const other of Object.keys(this.#service(name).depends_on ?? {})) await this.#start(other)
    const inside = ['ip', 'netns', 'exec', name, 'unshare', '-mp', '--fork', '--kill-child', 'sh', '-euc']
    const child = spawn(
      'setpriv',
      [...WITH_THE_TEST, 'nsenter', '-t', String(this.#hostPid), '-m', '-n', ...inside, this.#script(name)],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    const ended = once(child, 'exit').then(([code]) => code as number | null)
    await until(() => {
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}:\n${output}`)
      // unshare waits for the first process of the namespace; `ip netns exec` and nsenter became unshare.
      const [pid] = childrenOf(child.pid ?? 0)
      if (pid === undefined) return false
      this.containers.set(name, { name, pid, ended, output: () => output })
      return (
        !/^(sh|mount|mkdir|chroot|setpriv)$/.test(fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim()) &&
        this.isHealthy(name)
      )
    }, `${name}: ${output}`)
  }

  #script(name: string): string {
    const service = this.#service(name)
    const [uid, gid] = service.user.split(':')
    const disk = `${this.#disk}/${name}`
    const lines = [
      'mount --make-rprivate /',
      `rm -rf ${disk}`,
      `mkdir -p ${disk}/upper ${disk}/work ${disk}/root`,
      `cd ${disk}`,
      'mount -t overlay overlay -o lowerdir=/,upperdir=upper,workdir=work root',
      'mount -t proc proc root/proc',
      'mount -t tmpfs tmpfs root/dev && mkdir root/dev/shm && mount -t tmpfs tmpfs root/dev/shm',
      'for one in null zero random urandom; do touch root/dev/$one; mount --bind /dev/$one root/dev/$one; done',
      `printf '%s\\n' ${this.#hosts(name)
        .map((line) => `'${line}'`)
        .join(' ')} > root/etc/hosts`,
      // The images know their users by name.
      `echo 'own:x:${uid}:${gid}::/:/bin/sh' >> root/etc/passwd`,
      // Links of the image, such as /var/run, must not lead out of it.
      'at() { printf %s "$PWD/root$(chroot root realpath -m "$1")"; }',
    ]
    const { workdir } = programOf(name, this.image) ?? { workdir: '/' }
    lines.push(`mkdir -p "$(at ${workdir})"`)
    if (workdir === '/leafscan')
      lines.push(`mount --bind ${this.image.folder} root/leafscan`, 'mount -o remount,ro,bind root/leafscan')
    for (const [source = '', target = '', mode] of (service.volumes ?? []).map((volume) => volume.split(':'))) {
      if (source in this.file.volumes) {
        const folder = `${this.#disk}/volumes/${source}`
        lines.push(`chown ${uid}:${gid} ${folder} && chmod 700 ${folder}`, `mkdir -p "$(at ${target})"`)
        lines.push(`mount --bind ${folder} "$(at ${target})"`)
      } else {
        const make = fs.statSync(source).isDirectory() ? 'mkdir -p' : 'touch'
        lines.push(`mkdir -p "$(at ${path.dirname(target)})" && ${make} "$(at ${target})"`)
        lines.push(`mount --bind ${source} "$(at ${target})"`)
        if (mode === 'ro') lines.push(`mount -o remount,ro,bind "$(at ${target})"`)
      }
    }
    for (const [target = '', options = 'mode=1777'] of (service.tmpfs ?? []).map((each) => each.split(/:(.*)/))) {
      lines.push(
        `mkdir -p "$(at ${target})" && mount -t tmpfs -o noexec,nosuid,nodev,${options} tmpfs "$(at ${target})"`,
      )
    }
    if (service.read_only) lines.push('mount -o remount,ro root', 'mount -o remount,ro root/dev')
    const words = [...(programOf(name, this.image)?.words ?? []), ...(service.command ?? [])]
    lines.push(`exec chroot root ${this.#words(name, words).map(quoted).join(' ')}`)
    return lines.join('\n')
  }

  #words(name: string, words: readonly string[]): string[] {
    const service = this.#service(name)
    const [uid, gid] = service.user.split(':')
    const program = programOf(name, this.image)
    const folders = [
      path.dirname(pathOfTool('postgres') ?? ''),
      '/usr/local/bin',
      '/usr/sbin',
      '/usr/bin',
      '/sbin',
      '/bin',
    ]
    const env = { PATH: folders.join(':'), HOME: '/', ...program?.env, ...service.environment }
    const rights = service.cap_drop.includes('ALL') ? ['--bounding-set=-all', '--inh-caps=-all'] : []
    const noNew = service.security_opt.includes('no-new-privileges:true') ? ['--no-new-privs'] : []
    return [
      ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...rights, ...noNew, ...WITH_THE_TEST],
      ...['env', '-i', `--chdir=${program?.workdir}`, ...Object.entries(env).map(([key, value]) => `${key}=${value}`)],
      ...words.map((word) => (word === 'node' ? process.execPath : word)),
    ]
  }

  #hosts(name: string): string[] {
    const own = this.#addresses.get(name) ?? {}
    const others = [...this.#addresses].flatMap(([other, addresses]) => {
      const shared = Object.entries(addresses).find(([network]) => network in own)
      return shared ? [`${shared[1]} ${other}`] : []
    })
    return ['127.0.0.1 localhost', ...others]
  }

  #service(name: string): Service {
    const service = this.file.services[name]
    if (!service) throw new Error(`there is no service ${name}`)
    return service
  }
}

function networksOf({ networks }: Service): string[] {
  return Array.isArray(networks) ? networks : Object.keys(networks)
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

function run(command: string, words: string[]): { status: number | null; output: string } {
  const { PATH } = process.env
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8', env: only({ PATH }) })
  return { status, output: `${stdout}${stderr}` }
}

async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`it took too long: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
