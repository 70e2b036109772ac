import { readAnchor } from './anchor'
import { readCodama } from './codama'
import { type Idl, IdlError, MAX_IDL_BYTES, Node } from './idl'

/**
 * @param program the account's owner; null: not checked
 * @throws IdlError with a reason
 */
export function readIdl(text: string, program: string | null): Idl {
  if (text.length > MAX_IDL_BYTES) throw new IdlError('It is larger than 1 MiB.')
  const root = new Node(parsed(text))
  const isCodama = root.string('kind') === 'rootNode'
  if (!isCodama && !['instructions', 'accounts', 'types'].some((name) => root.member(name)?.items)) {
    throw new IdlError('It is neither an Anchor nor a Codama IDL.')
  }
  const idl = isCodama ? readCodama(root) : readAnchor(root)
  if (program !== null && idl.address !== null && idl.address !== program) {
    throw new IdlError('It names another program.')
  }
  return idl
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new IdlError('It is not JSON.')
  }
}
