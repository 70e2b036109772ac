import { AddressReader, type ReadUrl } from '../page/address-reader'
import { signature } from '../protocol/rpc/primitives'

export function readTxUrl(text: string): ReadUrl<{ signature: string }> {
  const read = new AddressReader({})
  return read.done({ signature: read.scalar('signature', text, signature) })
}
