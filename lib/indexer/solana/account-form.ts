import { RPC_CODES } from '@/lib/protocol/rpc/envelope'
import { encodeBase58 } from '../../protocol/base58'
import { MethodError } from '../json-rpc/method-error'
import type { AccountForm } from './calls'
import type { ChainAccount } from './recorded-chain'

/** Agave's limit. */
const MAX_BASE58_BYTES = 128

/** @throws MethodError for base58 of more bytes than Agave writes */
export function writtenAccount({ data, ...account }: ChainAccount, { encoding, slice }: AccountForm): object {
  const bytes = slice ? data.subarray(slice.offset, slice.offset + slice.length) : data
  if (encoding !== 'base64' && bytes.length > MAX_BASE58_BYTES) {
    throw new MethodError(
      RPC_CODES.invalidRequest,
      `Encoded binary (base 58) data should be less than ${MAX_BASE58_BYTES} bytes, please use Base64 encoding.`,
    )
  }
  const text = encoding === 'base64' ? Buffer.from(bytes).toString('base64') : encodeBase58(bytes)
  return { ...account, data: encoding === 'binary' ? text : [text, encoding], space: data.length }
}
