import { once } from 'node:events'
import net from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.mjs'

test('a port that somebody listens on is not given out, nor one twice', async () => {
  const first = await freePort()
  // The next port, unless another process has it already.
  const server = net.createServer().listen(first + 1, '127.0.0.1')
  await Promise.race([once(server, 'listening'), once(server, 'error')]).catch(() => {})
  const others = [await freePort(), await freePort()]
  expect(others).not.toContain(first + 1)
  expect(new Set([first, ...others]).size).toBe(3)
  server.close()
})
