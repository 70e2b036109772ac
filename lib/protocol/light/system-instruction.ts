import {
  decodeHead,
  decodeWhole,
  type InvokeCpiHead,
  invoke,
  invokeCpi,
  invokeCpiWithAccountInfo,
  invokeCpiWithReadOnly,
  isLayoutError,
  LayoutError,
  olderInvokeCpis,
  olderInvokes,
} from './layouts'

/** The first eight bytes of instruction data, in hex. facts/light-events.md 1. */
export const DISCRIMINATORS = {
  invoke: '1a10a90715caf219',
  invokeCpi: '31d4bf8127c22bc4',
  invokeCpiWithReadOnly: '562fa3a615df5c08',
  invokeCpiWithAccountInfo: 'e42280542f8b56f0',
  createCpiContext: 'e97047427921b2bc',
  insertIntoQueues: 'b48f9f99232ef8a3',
} as const

/** Light's instructions have at least a discriminator and a length. facts/light-events.md 4.1. */
export const MIN_DATA_BYTES = 12

export function discriminatorHex(data: Uint8Array): string {
  return Buffer.from(data.buffer, data.byteOffset, 8).toString('hex')
}

export type SystemInstruction = ReturnType<typeof decodeSystem>

/** Ignores trailing bytes, as the program does. facts/light-events.md 4.3. @throws LayoutError */
export function decodeSystem(data: Uint8Array) {
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

/** Tries today's layout, then the older ones, which must match without trailing bytes. @throws LayoutError */
export function decodeAnySystem(data: Uint8Array): SystemInstruction {
  try {
    return decodeSystem(data)
  } catch (error) {
    if (!isLayoutError(error)) throw error
    const older = readOlder(data)
    if (!older) throw error
    return older
  }
}

function readOlder(data: Uint8Array): SystemInstruction | null {
  const body = data.subarray(12)
  const discriminator = discriminatorHex(data)
  if (discriminator === DISCRIMINATORS.invoke) {
    const content = first(olderInvokes, (form) => decodeWhole('Invoke', form, body))
    return content && { kind: 'invoke', content: { ...content, inputs: content.inputs.map(asToday) } }
  }
  if (discriminator === DISCRIMINATORS.invokeCpi) {
    const content = first(olderInvokeCpis, (form) => decodeWhole('InvokeCpi', form, body))
    return content && { kind: 'invokeCpi', content: { ...content, inputs: content.inputs.map(asToday) } }
  }
  return null
}

type InputOfToday = Extract<SystemInstruction, { kind: 'invoke' }>['content']['inputs'][number]
type OlderInput = ReturnType<(typeof olderInvokeCpis)[number]['decode']>['inputs'][number]

function asToday({ merkleContext, ...input }: OlderInput): InputOfToday {
  return { readOnly: false, ...input, merkleContext: { proveByIndex: false, ...merkleContext } }
}

function first<Form, T>(forms: Form[], read: (form: Form) => T): T | null {
  for (const form of forms) {
    try {
      return read(form)
    } catch (error) {
      if (!isLayoutError(error)) throw error
    }
  }
  return null
}

/** Index of the first tree or queue account. facts/light-events.md 4.3. */
export function firstTreeIndex(system: SystemInstruction): number {
  if (system.kind === 'invoke') return 9
  if (system.kind === 'invokeCpi') return 11
  const { mode, lamports, isCompress, withCpiContext }: InvokeCpiHead = system.content.head
  if (mode === 0) return 11
  const moved = lamports > 0n
  return 6 + Number(moved) + Number(moved && !isCompress) + Number(withCpiContext)
}
