import { readAnchor } from './anchor'
import { readCodama } from './codama'
import { type Idl, IdlError, isIdlError, MAX_IDL_BYTES, Node } from './idl'

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
  const idl = read(root, isCodama ? readCodama : readAnchor)
  if (program !== null && idl.address !== null && idl.address !== program) {
    throw new IdlError('It names another program.')
  }
  return idl
}

/** Whatever a stranger's IDL makes fail is a fault of the IDL: a look-up that nobody awaits must not end the process. */
function read(root: Node, reader: (root: Node) => Idl): Idl {
  try {
    return reader(root)
  } catch (error) {
    throw isIdlError(error) ? error : new IdlError('One of its parts cannot be read.')
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new IdlError('It is not JSON.')
  }
}
