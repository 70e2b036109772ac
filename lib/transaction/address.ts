import { UrlReader, type UrlResult } from '../page/url-reader'
import { signature } from '../protocol/rpc/primitives'

export function readTxUrl(text: string): UrlResult<{ signature: string }> {
  const read = new UrlReader({})
  return read.done({ signature: read.scalar('signature', text, signature) })
}
