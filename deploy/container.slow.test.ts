import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ignoredBy, readDockerfile } from '@/lib/testing/deploy/dockerfile'
import { freePort } from '@/scripts/free-port.mjs'

/*
 * The steps of deploy/Dockerfile, carried out in an empty folder: what docker would do, without docker. The base image's
 * Node is the one that runs this test. facts/reliability.md (e) S20.
 */

const root = path.resolve(import.meta.dirname, '..')
const steps = readDockerfile(fs.readFileSync(path.join(root, 'deploy/Dockerfile'), 'utf8'))
const step = <D extends (typeof steps)[number]['do']>(name: D) =>
  steps.filter((each): each is Extract<(typeof steps)[number], { do: D }> => each.do === name)

/** Any user but root, where this test may choose one. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** An environment of exactly this: the types want a NODE_ENV in every one. */
const only = (variables: Record<string, string | undefined>) => variables as NodeJS.ProcessEnv

describe.skipIf(process.platform === 'win32')('the container', () => {
  const disk = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-container-'))
  /** Where each stage has its root, by name; the last one is called `last`. */
  const stages = new Map<string, string>()
  let image = ''
  let started: { url: string; process: ChildProcess; output: () => string; env: Record<string, string> }

  beforeAll(async () => {
    let folder = ''
    let workdir = ''
    const ignored = ignoredBy(fs.readFileSync(path.join(root, '.dockerignore'), 'utf8'))
    const env: Record<string, string> = {}
    for (const each of steps) {
      if (each.do === 'from') {
        folder = path.join(disk, each.as ?? 'last')
        stages.set(each.as ?? 'last', folder)
      } else if (each.do === 'workdir') {
        workdir = path.join(folder, each.folder)
        fs.mkdirSync(workdir, { recursive: true })
      } else if (each.do === 'env') Object.assign(env, each.variables)
      else if (each.do === 'copy') {
        const target = each.target.startsWith('/') ? path.join(folder, each.target) : path.join(workdir, each.target)
        for (const source of each.sources) {
          if (each.from) {
            fs.cpSync(path.join(String(stages.get(each.from)), source), target, { recursive: true })
            continue
          }
          const isFile = fs.statSync(path.join(root, source)).isFile()
          fs.cpSync(path.join(root, source), isFile ? path.join(target, source) : target, {
            recursive: true,
            filter: (from) => !ignored(path.relative(root, from)),
          })
        }
      } else if (each.do === 'run') {
        const { status, stdout, stderr } = spawnSync('sh', ['-c', each.command], {
          cwd: workdir,
          encoding: 'utf8',
          env: only({ PATH: process.env.PATH, HOME: process.env.HOME, npm_config_cache: process.env.npm_config_cache }),
        })
        if (status !== 0) throw new Error(`RUN ${each.command}\n${stdout}${stderr}`)
      }
    }
    image = workdir
    started = await start(env)
  }, 600_000)
  afterAll(async () => {
    if (started?.process.exitCode === null) started.process.kill('SIGKILL')
    fs.rmSync(disk, { recursive: true, force: true })
  }, 60_000)

  /** As the container's CMD does, by nobody, with nothing in the environment but what the file says. */
  async function start(variables: Record<string, string>) {
    const [port, indexerPort] = [await freePort(), await freePort()]
    const data = path.join(disk, 'last', String(variables.DATA_DIR))
    for (const folder of [disk, path.join(disk, 'last')]) fs.chmodSync(folder, 0o755)
    if (nobody.uid) fs.chownSync(data, nobody.uid, nobody.gid)
    expect(variables.HOST).toBe('0.0.0.0')
    const env = {
      ...variables,
      HOST: '127.0.0.1',
      PORT: String(port),
      INDEXER_PORT: String(indexerPort),
      DATA_DIR: data,
    }
    const [command = '', ...args] = step('cmd')[0]?.words ?? []
    expect(command).toBe('node')
    const child = spawn(process.execPath, args, {
      cwd: image,
      env: only(env),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...nobody,
    })
    let output = ''
    await new Promise<void>((resolve, reject) => {
      const hear = (text: Buffer) => {
        output += text
        if (output.includes('Leafscan ready:')) resolve()
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${output}`)))
    })
    return { url: `http://127.0.0.1:${port}`, process: child, output: () => output, env }
  }

  const files = () => fs.readdirSync(image, { recursive: true }).map(String)

  test('answers, with its embedded indexer, as another user than the one who owns the files', async () => {
    const slot = await fetch(`${started.url}/api/v1/getIndexerSlot`)
    expect(slot.status).toBe(200)
    const page = await fetch(started.url)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('</html>')])
    const [script] = /\/_next\/static\/[^"]+\.js/.exec(await (await fetch(`${started.url}/latest`)).text()) ?? []
    expect((await fetch(`${started.url}${script}`)).status).toBe(200)
    // Drawn by a native rasteriser with fonts that the image brings.
    const picture = await fetch(`${started.url}/preview/latest.png`)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
    expect((await fetch(`${started.url}/readyz`)).status).toBe(200)
  })

  test('writes nothing but its data', () => {
    const changed = files().filter((file) => {
      const { uid } = fs.statSync(path.join(image, file))
      return nobody.uid !== undefined && uid === nobody.uid
    })
    expect(changed).toEqual([])
    expect(fs.readdirSync(String(started.env.DATA_DIR)).some((name) => name.endsWith('.sqlite'))).toBe(true)
    expect(started.output()).not.toMatch(/EACCES|EROFS|EPERM|Error/)
  })

  test('holds neither sources nor maps nor secrets nor tools', () => {
    const unwanted =
      /(^|\/)(\.git|\.env[^/]*|\.npmrc|.*\.map|.*\.tsx?|node_modules\/(esbuild|typescript|tailwindcss|@biomejs|@img|sharp))(\/|$)/
    expect(files().filter((file) => unwanted.test(file))).toEqual([])
    const bytes = files().reduce((sum, file) => sum + fs.statSync(path.join(image, file)).size, 0)
    expect(bytes).toBeLessThan(60 * 1024 * 1024)
  })

  test('keeps secrets and what is built elsewhere out of the build', () => {
    const ignored = ignoredBy(fs.readFileSync(path.join(root, '.dockerignore'), 'utf8'))
    for (const name of [
      '.env',
      '.env.production',
      'lib/.env',
      '.git/HEAD',
      'node_modules/next/x',
      '.next/x',
      'dist/x',
      '.data/x',
    ]) {
      expect([name, ignored(name)]).toEqual([name, true])
    }
    for (const name of ['package.json', 'lib/environment.ts', 'app/page.tsx', 'scripts/start.mjs', 'proxy.ts']) {
      expect([name, ignored(name)]).toEqual([name, false])
    }
  })

  test('is checked by the command that the file names, and says so when it is gone', async () => {
    const [, ...args] = step('healthcheck')[0]?.words ?? []
    const check = () => spawnSync(process.execPath, args, { env: only(started.env) }).status
    expect(check()).toBe(0)
    const ended = new Promise((resolve) => started.process.once('exit', (code) => resolve(code)))
    // STOPSIGNAL: what docker sends.
    expect(step('stopsignal')[0]?.what).toBe('SIGTERM')
    started.process.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(check()).toBe(1)
  })

  test('runs as a user without rights and without a shell around it', () => {
    expect(step('user').at(-1)?.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(step('volume')[0]?.what).toBe('/data')
    const last = steps.slice(steps.findLastIndex((each) => each.do === 'from'))
    expect(last.some((each) => each.do === 'run')).toBe(false)
  })
})
