import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Image, NOBODY, only, type Running, stepsOf } from './container'

export function testContainer({ fresh }: { fresh: boolean }): void {
  let image: Image
  let running: Running

  beforeAll(async () => {
    image = new Image({ fresh })
    running = await image.start()
  }, 600_000)
  afterAll(() => {
    if (running?.process.exitCode === null) running.process.kill('SIGKILL')
    image?.remove()
  }, 60_000)

  test('answers, with its embedded indexer, as another user than the one who owns the files', async () => {
    expect(image.env.HOST).toBe('0.0.0.0')
    const slot = await fetch(`${running.url}/api/v1/getIndexerSlot`)
    expect(slot.status).toBe(200)
    const page = await fetch(running.url)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('</html>')])
    const [script] = /\/_next\/static\/[^"]+\.js/.exec(await (await fetch(`${running.url}/latest`)).text()) ?? []
    expect((await fetch(`${running.url}${script}`)).status).toBe(200)
    const picture = await fetch(`${running.url}/preview/latest.png`)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
  })

  test('writes nothing but its data', () => {
    const changed = image.files().filter((file) => {
      const { uid } = fs.statSync(path.join(image.folder, file))
      return NOBODY.uid !== undefined && uid === NOBODY.uid
    })
    expect(changed).toEqual([])
    expect(fs.readdirSync(String(running.env.DATA_DIR)).some((name) => name.endsWith('.sqlite'))).toBe(true)
    expect(running.output()).not.toMatch(/EACCES|EROFS|EPERM|Error/)
  })

  test('holds neither sources nor maps nor secrets nor tools', () => {
    const unwanted =
      /(^|\/)(\.git|\.env[^/]*|\.npmrc|.*\.map|.*\.tsx?|node_modules\/(esbuild|typescript|tailwindcss|@biomejs|@img|sharp))(\/|$)/
    expect(image.files().filter((file) => unwanted.test(file))).toEqual([])
    expect(image.files().filter((file) => fs.lstatSync(path.join(image.folder, file)).isSymbolicLink())).toEqual([])
    const bytes = image.files().reduce((sum, file) => sum + fs.statSync(path.join(image.folder, file)).size, 0)
    expect(bytes).toBeLessThan(64 * 1024 * 1024)
  })

  test('is checked by the command that the file names, and says so when it is gone', async () => {
    const [, ...args] = stepsOf('healthcheck')[0]?.words ?? []
    const check = () => spawnSync(process.execPath, args, { env: only(running.env) }).status
    expect(check()).toBe(0)
    const ended = new Promise((resolve) => running.process.once('exit', (code) => resolve(code)))
    expect(stepsOf('stopsignal')[0]?.what).toBe('SIGTERM')
    running.process.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(check()).toBe(1)
  })
}
