import type { Instruction } from './groups'
import { decodeWhole, LayoutError, treeEvents } from './layouts'
import { NOOP, type Programs } from './programs'
import type { BatchAppend } from './updates'

const BATCH_APPEND = 3

/** The noop data directly behind the compression instruction at `index`, or null. facts/light-events.md 3. */
export function findTreeEvent(group: Instruction[], index: number, programs: Programs): Uint8Array | null {
  const carrier = group[index + 1]
  return group[index]?.program === programs.compression && carrier?.program === NOOP ? carrier.data : null
}

/** Null for kinds other than a batch append: they only need to exist. facts/light-events.md 6. @throws LayoutError */
export function decodeTreeEvent(data: Uint8Array): BatchAppend | null {
  const tag = data[0]
  if (!isTag(tag)) throw new LayoutError(`tree event: wanted a tag from 0 to 5, found ${tag ?? 'no byte'}`)
  if (tag !== BATCH_APPEND) {
    decodeWhole<unknown>(`tree event ${tag}`, treeEvents[tag], data.subarray(1))
    return null
  }
  const { tree, newNextIndex } = decodeWhole('batch append', treeEvents[tag], data.subarray(1))
  return { tree, nextIndex: newNextIndex }
}

function isTag(tag: number | undefined): tag is keyof typeof treeEvents {
  return tag !== undefined && Object.hasOwn(treeEvents, tag)
}
