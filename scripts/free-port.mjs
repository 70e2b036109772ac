// Finds ports for servers of tests and benchmarks.
import { once } from 'node:events'
import net from 'node:net'

/**
 * Below the ephemeral ports (from 32768 on Linux), which any outgoing connection may take before the server has started.
 */
const FIRST = 20_000
const COUNT = 12_000

/** Starts at a random port, since several processes search at once. */
let next = Math.floor(Math.random() * COUNT)

/** A free port on loopback that this process has not returned before. */
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
