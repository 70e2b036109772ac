import { describe, expect, it } from 'vitest'
import { addressOf, signatureOf } from '@/lib/testing/stand-in/fixtures'
import { findLabelled } from './labelled'
import type { SavedPage } from './saved-pages'

const page = (kind: string, name: string, network = 'here'): SavedPage => {
  const text = kind === 'tx' ? signatureOf(name) : addressOf(name)
  return { kind, text, href: `/${kind}/${text}`, network }
}
const wallet = page('wallet', 'treasury')
const owner = page('owner', 'treasury')
const tx = page('tx', 'payment')
const elsewhere = page('wallet', 'treasury', 'there')
const unsaved = addressOf('not saved')
const saved = {
  watched: [wallet, elsewhere],
  recent: [owner, wallet, tx],
  labels: { [wallet.text]: 'Treasury', [unsaved]: 'treasury of Ann' },
}

describe('findLabelled', () => {
  it.each([
    ['part of a label in any case', ' TREAS ', [wallet, owner], [[unsaved, 'treasury of Ann']]],
    ['the whole text of a label', wallet.text, [wallet, owner], []],
    ['the whole text of a label without a page', unsaved, [], [[unsaved, 'treasury of Ann']]],
    ['a visited page without a label', tx.text, [], []],
    ['part of a text', wallet.text.slice(0, 8), [], []],
    ['nothing', ' ', [], []],
  ])('%s', (_, wanted, pages, others) => {
    expect(findLabelled(wanted, saved, 'here')).toEqual({ pages, others })
  })

  it('finds a watched page without a label by its text', () => {
    expect(findLabelled(wallet.text, { ...saved, labels: {} }, 'here').pages).toEqual([wallet])
  })
})
