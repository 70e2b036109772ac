import { counted } from '@/lib/format/numbers'
import type { ExportState } from './export-job'

export interface ExportWords {
  word: string
  chipClass: string
  announcement: string
}

export function exportWords(state: ExportState): ExportWords {
  const { phase, rows, seams, problem } = state
  const count = counted(rows, 'row')
  switch (phase) {
    case 'ready':
      return { word: 'Ready', chipClass: '', announcement: '' }
    case 'running':
      return {
        word: 'Running',
        chipClass: 'chip-live',
        announcement: seams.length > 0 ? 'Export resumed.' : 'Export started.',
      }
    case 'waiting':
      return {
        word: 'Waiting',
        chipClass: 'chip-doubt',
        announcement: `Export interrupted: ${problem?.title ?? 'no response'}. It resumes automatically.`,
      }
    case 'paused':
      return { word: 'Paused', chipClass: 'chip-doubt', announcement: `Export paused after ${count}.` }
    case 'failed':
      return {
        word: 'Failed',
        chipClass: 'chip-fail',
        announcement: `Export stopped after ${count}: ${state.unwritable ?? problem?.title ?? 'no response'}.`,
      }
    case 'done': {
      const { word, chipClass } = completenessWords(state)
      return { word, chipClass, announcement: `Export finished: ${count}. ${word}.` }
    }
    case 'kept':
      return {
        word: 'Incomplete',
        chipClass: 'chip-fail',
        announcement: `Export ended. The first ${count} are saved, marked incomplete.`,
      }
    case 'cancelled':
      return { word: 'Cancelled', chipClass: '', announcement: 'Export cancelled. Nothing was saved.' }
    default:
      return phase satisfies never
  }
}

function completenessWords({ complete, isPage }: ExportState): Pick<ExportWords, 'word' | 'chipClass'> {
  if (isPage) return { word: 'One page', chipClass: '' }
  if (complete === true) return { word: 'Complete', chipClass: 'chip-live' }
  if (complete === false) return { word: 'Incomplete', chipClass: 'chip-fail' }
  return { word: 'Not proven complete', chipClass: 'chip-doubt' }
}
