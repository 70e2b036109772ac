import type { CompletenessName } from '@/lib/api/answer'

/* Apart from the words of lists, since pages without lists need no others. */

export const meanings: Record<CompletenessName, string> = {
  complete: 'This list has all its rows.',
  incomplete: 'The rows shown are correct, but others may be missing.',
  'more available': 'Completeness is known at the end of the list.',
  'not proven complete': 'The rows shown are correct. There may be more.',
}
export const drift = 'Pages are of different slots: what changed in between may appear twice or not at all.'
