import type { IncidentDocument } from './history/contract'
import {
  type IncidentFact,
  incidentCause,
  incidentEvidence,
  incidentNumbers,
  incidentTimes,
  incidentTitle,
  noteHeading,
  noteLines,
  utc,
} from './incident-words'

/** A Markdown document to begin a post-mortem with. @param url of the incident's page */
export function incidentMarkdown(incident: IncidentDocument, url: string): string {
  const { turns, notes } = incident
  const facts = [...incidentTimes(incident), ...incidentEvidence(incident), ...incidentNumbers(incident)]
  const course = turns.map(({ at, confirmedAt, to, summary }) => [utc(at), utc(confirmedAt), to, summary])
  return [
    `# ${escaped(incidentTitle(incident))}`,
    escaped(incidentCause(incident)),
    table(
      ['', ''],
      facts.map(({ name, value }: IncidentFact) => [name, value]),
    ),
    '## Course',
    table(['From', 'Confirmed', 'Status', 'What was seen'], course),
    '## Notes',
    notes.length === 0
      ? 'None.'
      : notes.map((note) => `- ${noteHeading(note)}: ${noteLines(note).map(escaped).join('\\\n  ')}`).join('\n'),
    `Source: <${url}>\n`,
  ].join('\n\n')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** CommonMark allows a backslash before punctuation. Notes may hold anything. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>|#~]/g, '\\$&')
}
