import { base58 } from '@scure/base'
import type { TokenFields } from '../api/transaction'
import type { AccountUpdate, TokenUpdate } from '../light/updates'
import type { AccountItem } from '../rpc/items'

/** An account as a transaction created it, in the form in which indexers list it. facts/light-events.md 7. */
export function accountItem(update: AccountUpdate, slot: number): AccountItem {
  const { hash, address, data, owner, lamports, tree, leafIndex, seq } = update
  return {
    hash: base58.encode(hash),
    address: address && base58.encode(address),
    data: data && {
      discriminator: data.discriminator,
      data: base64(data.data),
      dataHash: base58.encode(data.dataHash),
    },
    owner: base58.encode(owner),
    lamports,
    tree: base58.encode(tree),
    leafIndex,
    seq,
    slotCreated: slot,
  }
}

/** Token fields as indexers list them. facts/light-events.md 9. */
export function tokenFields({ mint, owner, amount, delegate, frozen, tlv }: TokenUpdate): TokenFields {
  return {
    mint: base58.encode(mint),
    owner: base58.encode(owner),
    amount,
    delegate: delegate && base58.encode(delegate),
    state: frozen ? 'frozen' : 'initialized',
    tlv: tlv && base64(tlv),
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}
