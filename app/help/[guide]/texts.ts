import api from '@/docs/api.md'
import glossary from '@/docs/glossary.md'
import mints from '@/docs/mints.md'
import onCall from '@/docs/on-call.md'
import proof from '@/docs/proof.md'
import transactions from '@/docs/transactions.md'
import using from '@/docs/using.md'

export const TEXTS: Readonly<Record<string, string>> = {
  using,
  transactions,
  mints,
  proof,
  'api-guide': api,
  glossary,
  'on-call': onCall,
}
