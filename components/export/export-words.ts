import { counted } from '@/lib/format/counted'
import type { ExportState } from './export-job'

/** What an export is doing: a word with its look for the eye, a sentence that is said aloud when it changes. */
export interface ExportWords {
  word: string
  /** A class of chips: globals.css. */
  look: string
  said: string
}

/** The words for a state of an export. */
export function exportWords(state: ExportState): ExportWords {
  const { phase, rows, seams, problem } = state
  const count = counted(rows, 'row')
  switch (phase) {
    case 'ready':
      return { word: 'Ready', look: '', said: '' }
    case 'running':
      return { word: 'Running', look: 'chip-live', said: seams.length > 0 ? 'The export goes on.' : 'Export started.' }
    case 'waiting':
      return {
        word: 'Waiting',
        look: 'chip-doubt',
        said: `Export interrupted: ${problem?.title ?? 'no answer'}. It goes on by itself.`,
      }
    case 'paused':
      return { word: 'Paused', look: 'chip-doubt', said: `Export paused after ${count}.` }
    case 'failed':
      return {
        word: 'Failed',
        look: 'chip-fail',
        said: `Export stopped after ${count}: ${state.unwritable ?? problem?.title ?? 'no answer'}.`,
      }
    case 'done': {
      const { word, look } = verdictWords(state)
      return { word, look, said: `Export finished: ${count}. ${word}.` }
    }
    case 'kept':
      return {
        word: 'Incomplete',
        look: 'chip-fail',
        said: `Export ended: the first ${count} are saved, as incomplete.`,
      }
    case 'cancelled':
      return { word: 'Cancelled', look: '', said: 'Export cancelled. Nothing was saved.' }
    default:
      return phase satisfies never
  }
}

/** As the chip above a list says it. */
function verdictWords({ complete, isPage }: ExportState): Pick<ExportWords, 'word' | 'look'> {
  if (isPage) return { word: 'One page', look: '' }
  if (complete === true) return { word: 'Complete', look: 'chip-live' }
  if (complete === false) return { word: 'Incomplete', look: 'chip-fail' }
  return { word: 'Completeness not proven', look: 'chip-doubt' }
}
