import { base58 } from '@scure/base'
import { type AccountsEvent, type Creation, choiceOf, sourcesDisagree } from './account-content'
import type { AccountChoice, AccountContent, AccountTransaction } from './contract'
import type { Neighbour } from './step'

export function previousOf({ content, event }: Creation): Neighbour {
  const address = content.account.address ?? null
  const { inputs, newAddresses } = event
  if (address !== null) {
    if (newAddresses.includes(address)) return { kind: 'created', isNewAddress: true }
    const input = inputs.find(({ fields }) => fields?.address === address)
    if (input) return { kind: 'version', hash: input.hash }
    return inputs.some(({ fields }) => fields === null) ? { kind: 'unknown' } : { kind: 'created', isNewAddress: true }
  }
  const [only, second] = inputs
  if (!only) return { kind: 'created', isNewAddress: false }
  if (!second) return { kind: 'version', hash: only.hash }
  return { kind: 'several', accounts: inputs.map(consumedChoice) }
}

function consumedChoice({ hash, fields }: AccountsEvent['inputs'][number]): AccountChoice {
  return { hash, owner: fields?.owner ?? null, lamports: fields?.lamports ?? null, tokenData: null }
}

export function nextOf({ account }: AccountContent, by: AccountTransaction, events: AccountsEvent[]): Neighbour {
  const event = events.find(({ inputs }) => inputs.some(({ hash }) => hash === account.hash))
  if (!event) throw sourcesDisagree('The newer transaction of this account does not consume it.')
  return nextIn(event, { account, created: by })
}

export function nextIn(
  { outputs }: AccountsEvent,
  { account, created: by }: Pick<AccountContent, 'account' | 'created'>,
): Neighbour {
  const address = account.address ?? null
  if (address !== null) {
    const output = outputs.find((each) => each.address && base58.encode(each.address) === address)
    return output ? { kind: 'version', hash: base58.encode(output.hash) } : { kind: 'closed', by }
  }
  const [only, second] = outputs
  if (!only) return { kind: 'closed', by }
  if (!second) return { kind: 'version', hash: base58.encode(only.hash) }
  return { kind: 'several', accounts: outputs.map(choiceOf) }
}
