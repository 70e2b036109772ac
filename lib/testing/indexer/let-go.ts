import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/**
 * Resolves when closed databases have let go of their files. The package's statements keep a closed connection's lock
 * until they are collected; that matters only to a test that opens a file again in the same process.
 */
export async function letGo(): Promise<void> {
  collect()
  await setImmediate()
  collect()
}
