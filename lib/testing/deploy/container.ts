import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inputsDigest } from '@/scripts/build.mjs'
import { freePort } from '@/scripts/free-port.mjs'
import { type Instruction, ignoredBy, readDockerfile } from './dockerfile'

const root = path.resolve(import.meta.dirname, '../../..')

export const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

export const only = (variables: Record<string, string | undefined>) => variables as NodeJS.ProcessEnv

export const steps = readDockerfile(fs.readFileSync(path.join(root, 'deploy/Dockerfile'), 'utf8'))

export const stepsOf = <D extends Instruction['do']>(kind: D) =>
  steps.filter((step): step is Extract<Instruction, { do: D }> => step.do === kind)

export const ignored = ignoredBy(fs.readFileSync(path.join(root, '.dockerignore'), 'utf8'))

/** Carries out deploy/Dockerfile without docker, with the Node that runs this. facts/reliability.md (e) S20. */
export class Image {
  readonly disk = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-container-'))
  folder = ''
  readonly env: Record<string, string> = {}

  /** @param fresh run `npm ci` and the build as docker does; else use this repository's packages and build of the same inputs */
  constructor({ fresh }: { fresh: boolean }) {
    const stages = new Map<string, string>()
    let stage = ''
    let workdir = ''
    for (const step of steps) {
      if (step.do === 'from') {
        stage = path.join(this.disk, step.as ?? 'last')
        stages.set(step.as ?? 'last', stage)
      } else if (step.do === 'workdir') {
        workdir = path.join(stage, step.folder)
        fs.mkdirSync(workdir, { recursive: true })
      } else if (step.do === 'env') Object.assign(this.env, step.variables)
      else if (step.do === 'copy') {
        const target = step.target.startsWith('/') ? path.join(stage, step.target) : path.join(workdir, step.target)
        for (const source of step.sources) copy(source, target, step.from ? stages.get(step.from) : undefined)
      } else if (step.do === 'run') {
        if (!fresh && step.command === 'npm ci') link('node_modules', workdir)
        else {
          if (!fresh && step.command.startsWith('node scripts/assemble.mjs')) takeBuild(workdir)
          run(step.command, workdir)
        }
      }
    }
    this.folder = workdir
  }

  files(): string[] {
    return fs.readdirSync(this.folder, { recursive: true }).map(String)
  }

  async start(): Promise<Running> {
    const [port, indexerPort] = [await freePort(), await freePort()]
    const last = path.join(this.disk, 'last')
    const data = path.join(last, String(this.env.DATA_DIR))
    for (const folder of [this.disk, last]) fs.chmodSync(folder, 0o755)
    if (NOBODY.uid) fs.chownSync(data, NOBODY.uid, NOBODY.gid)
    const ports = { HOST: '127.0.0.1', PORT: String(port), INDEXER_PORT: String(indexerPort), METRICS_PORT: '' }
    const env = { ...this.env, ...ports, DATA_DIR: data }
    const [command = '', ...args] = stepsOf('cmd')[0]?.words ?? []
    if (command !== 'node') throw new Error(`the container starts ${command}`)
    const child = spawn(process.execPath, args, {
      cwd: this.folder,
      env: only(env),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...NOBODY,
    })
    let output = ''
    await new Promise<void>((resolve, reject) => {
      const collect = (text: Buffer) => {
        output += text
        if (output.includes('Leafscan ready:')) resolve()
      }
      child.stdout.on('data', collect)
      child.stderr.on('data', collect)
      child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${output}`)))
    })
    return { url: `http://127.0.0.1:${port}`, process: child, output: () => output, env }
  }

  remove(): void {
    fs.rmSync(this.disk, { recursive: true, force: true })
  }
}

export interface Running {
  url: string
  process: ChildProcess
  output(): string
  env: Record<string, string>
}

function copy(source: string, target: string, stage: string | undefined): void {
  if (stage !== undefined) {
    fs.cpSync(path.join(stage, source), target, { recursive: true })
    return
  }
  const from = path.join(root, source)
  const to = fs.statSync(from).isFile() ? path.join(target, source) : target
  fs.cpSync(from, to, { recursive: true, filter: (file) => !ignored(path.relative(root, file)) })
  // As a clone made with umask 077 has them.
  spawnSync('chmod', ['-R', 'go-rwx', to])
}

function takeBuild(folder: string): void {
  const stamp = path.join('.next', 'leafscan-inputs')
  const built = fs.readFileSync(path.join(root, stamp), 'utf8')
  if (inputsDigest(folder) !== built) throw new Error('the context is not what the build was made of')
  const cache = path.join(root, '.next', 'cache')
  fs.cpSync(path.join(root, '.next'), path.join(folder, '.next'), { recursive: true, filter: (file) => file !== cache })
}

function link(name: string, folder: string): void {
  fs.symlinkSync(path.join(root, name), path.join(folder, name))
}

function run(command: string, cwd: string): void {
  const { PATH, HOME, npm_config_cache } = process.env
  const options = { cwd, encoding: 'utf8', env: only({ PATH, HOME, npm_config_cache }) } as const
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], options)
  if (status !== 0) throw new Error(`RUN ${command}\n${stdout}${stderr}`)
}
