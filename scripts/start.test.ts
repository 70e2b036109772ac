import { spawn } from 'node:child_process'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'

/* Every variable: lib/platform/environment.test.ts. Every port: ports.test.ts. */

const PROGRAM = path.join(import.meta.dirname, 'start.mjs')

async function failedStart(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}

test('a bad variable ends the start with one line that names variable, value and rule', async () => {
  expect(await failedStart({ PORT: '99999' })).toEqual({
    code: 1,
    output: 'Leafscan: PORT="99999": must be a whole number from 1 to 65535\n',
  })
})

test('a port that is taken ends the start with its variable and value', async () => {
  const taken = net.createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  expect(await failedStart({ PORT: String(port) })).toEqual({
    code: 1,
    output: `Leafscan: PORT=${port} on 127.0.0.1: the port is taken by another process\n`,
  })
  taken.close()
})
