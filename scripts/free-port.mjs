// For tests and benchmarks: a port for a process to come.
import { once } from 'node:events'
import net from 'node:net'

/**
 * Where ports are looked for: below those that systems give to outgoing connections (from 32768 on Linux). One of those
 * may be free now and taken by anybody's connection before the process has started.
 */
const FIRST = 20_000
const COUNT = 12_000

/** One after the other from anywhere: many processes look at once, and the next port is rarely that of another one. */
let next = Math.floor(Math.random() * COUNT)

/** A port on loopback that is free, and that this process has not given out before. */
export async function freePort() {
  for (let tries = 0; tries < COUNT; tries++) {
    const port = FIRST + (next++ % COUNT)
    if (await isFree(port)) return port
  }
  throw new Error(`no port is free from ${FIRST} to ${FIRST + COUNT - 1}`)
}

/** @param {number} port */
async function isFree(port) {
  const server = net.createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
