import { decodeWhole, isLayoutError, olderInvokeCpis, olderInvokes } from './layouts'
import { DISCRIMINATORS, discriminatorHex, readSystem, type SystemInstruction } from './system-instruction'

/**
 * Reads a Light system instruction of any age, for what stands in it beside the outputs: the older forms, of which no byte
 * may be left, are tried where it has not the form of today. Events of those days hold their outputs themselves.
 * @throws LayoutError
 */
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

/** With the members that came later: an input had a proof, and was spent. */
function asToday({ merkleContext, ...input }: OlderInput): InputOfToday {
  return { readOnly: false, ...input, merkleContext: { proveByIndex: false, ...merkleContext } }
}

/** What the first form gives in which the bytes can be read; null where there is none. */
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
