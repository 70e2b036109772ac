import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inputsDigest } from '@/scripts/build.mjs'
import { freePort } from '@/scripts/free-port.mjs'
import { type Instruction, ignoredBy, readDockerfile } from './dockerfile'

const root = path.resolve(import.meta.dirname, '../../..')

/** Any user but root, where a test may choose one. */
export const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** An environment of exactly this: the types want a NODE_ENV in every one. */
export const only = (variables: Record<string, string | undefined>) => variables as NodeJS.ProcessEnv

export const steps = readDockerfile(fs.readFileSync(path.join(root, 'deploy/Dockerfile'), 'utf8'))

/** The steps of one kind, in their order. */
export const stepsOf = <D extends Instruction['do']>(kind: D) =>
  steps.filter((step): step is Extract<Instruction, { do: D }> => step.do === kind)

/** Whether a path of the repository stays out of what a build sees. */
export const ignored = ignoredBy(fs.readFileSync(path.join(root, '.dockerignore'), 'utf8'))

/**
 * What the steps of deploy/Dockerfile make, carried out in an empty folder: what docker would do, without docker. The base
 * image's Node is the one that runs this. facts/reliability.md (e) S20.
 */
export class Image {
  readonly disk = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-container-'))
  /** The working folder of the last stage. */
  folder = ''
  /** What the container has in its environment. */
  readonly env: Record<string, string> = {}

  /**
   * @param fresh `npm ci` and the build as docker has them. Else this repository's packages stand in for what `npm ci` would
   *   install, and its build for that of the same inputs.
   * @throws Error when the context does not have the inputs that this repository's build was made of
   */
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

  /** Every file and folder in it. */
  files(): string[] {
    return fs.readdirSync(this.folder, { recursive: true }).map(String)
  }

  /** Starts it as its CMD does, by nobody, with nothing in the environment but what the file says. */
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

/** A container that answers. */
export interface Running {
  url: string
  process: ChildProcess
  /** Everything printed so far. */
  output(): string
  env: Record<string, string>
}

/** COPY: out of another stage, or out of the repository without what is ignored. */
function copy(source: string, target: string, stage: string | undefined): void {
  if (stage !== undefined) {
    fs.cpSync(path.join(stage, source), target, { recursive: true })
    return
  }
  const from = path.join(root, source)
  const to = fs.statSync(from).isFile() ? path.join(target, source) : target
  fs.cpSync(from, to, { recursive: true, filter: (file) => !ignored(path.relative(root, file)) })
}

/** Takes this repository's build for that of the folder, which it is when the inputs are the same. */
function takeBuild(folder: string): void {
  const stamp = path.join('.next', 'leafscan-inputs')
  const built = fs.readFileSync(path.join(root, stamp), 'utf8')
  if (inputsDigest(folder) !== built) throw new Error('the context is not what the build was made of')
  const cache = path.join(root, '.next', 'cache')
  fs.cpSync(path.join(root, '.next'), path.join(folder, '.next'), { recursive: true, filter: (file) => file !== cache })
}

/** Has a folder of this repository in another one too, to be read. */
function link(name: string, folder: string): void {
  fs.symlinkSync(path.join(root, name), path.join(folder, name))
}

/** RUN. @throws Error with what was printed when it fails */
function run(command: string, cwd: string): void {
  const { PATH, HOME, npm_config_cache } = process.env
  const options = { cwd, encoding: 'utf8', env: only({ PATH, HOME, npm_config_cache }) } as const
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], options)
  if (status !== 0) throw new Error(`RUN ${command}\n${stdout}${stderr}`)
}
