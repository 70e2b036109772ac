import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** A statement keeps a closed connection's lock until it is collected; matters when this process reopens the file. */
export async function letGo(): Promise<void> {
  collect()
  await setImmediate()
  collect()
}
