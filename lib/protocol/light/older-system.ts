import { decodeWhole, isLayoutError, olderInvokeCpis, olderInvokes } from './layouts'
import { DISCRIMINATORS, discriminatorHex, readSystem, type SystemInstruction } from './system-instruction'

/** Today's layout, then the older ones, without trailing bytes. Their events hold the outputs. @throws LayoutError */
export function readAnySystem(data: Uint8Array): SystemInstruction {
  try {
    return readSystem(data)
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
