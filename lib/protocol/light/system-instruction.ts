import {
  decodeHead,
  type InvokeCpiHead,
  invoke,
  invokeCpi,
  invokeCpiWithAccountInfo,
  invokeCpiWithReadOnly,
  LayoutError,
} from './layouts'

/** First eight bytes, in hex. facts/light-events.md 1. */
export const DISCRIMINATORS = {
  invoke: '1a10a90715caf219',
  invokeCpi: '31d4bf8127c22bc4',
  invokeCpiWithReadOnly: '562fa3a615df5c08',
  invokeCpiWithAccountInfo: 'e42280542f8b56f0',
  createCpiContext: 'e97047427921b2bc',
  insertIntoQueues: 'b48f9f99232ef8a3',
} as const

/** Bytes; shorter instructions are not Light's. facts/light-events.md 4.1. */
export const MIN_DATA = 12

export function discriminatorHex(data: Uint8Array): string {
  return Buffer.from(data.buffer, data.byteOffset, 8).toString('hex')
}

export type SystemInstruction = ReturnType<typeof readSystem>

/** Ignores trailing bytes, as the program does. facts/light-events.md 4.3. @throws LayoutError */
export function readSystem(data: Uint8Array) {
  switch (discriminatorHex(data)) {
    case DISCRIMINATORS.invoke:
      return { kind: 'invoke', content: decodeHead('Invoke', invoke, data.subarray(12))[0] } as const
    case DISCRIMINATORS.invokeCpi:
      return { kind: 'invokeCpi', content: decodeHead('InvokeCpi', invokeCpi, data.subarray(12))[0] } as const
    case DISCRIMINATORS.invokeCpiWithReadOnly: {
      const [content] = decodeHead('InvokeCpiWithReadOnly', invokeCpiWithReadOnly, data.subarray(8))
      return { kind: 'invokeCpiWithReadOnly', content } as const
    }
    case DISCRIMINATORS.invokeCpiWithAccountInfo: {
      const [content] = decodeHead('InvokeCpiWithAccountInfo', invokeCpiWithAccountInfo, data.subarray(8))
      return { kind: 'invokeCpiWithAccountInfo', content } as const
    }
    default:
      throw new LayoutError(`unknown Light system instruction ${discriminatorHex(data)}`)
  }
}

/** Index of the first tree or queue account. facts/light-events.md 4.3. */
export function firstTreeOf(system: SystemInstruction): number {
  if (system.kind === 'invoke') return 9
  if (system.kind === 'invokeCpi') return 11
  const { mode, lamports, isCompress, withCpiContext }: InvokeCpiHead = system.content.head
  if (mode === 0) return 11
  const moved = lamports > 0n
  return 6 + Number(moved) + Number(moved && !isCompress) + Number(withCpiContext)
}
