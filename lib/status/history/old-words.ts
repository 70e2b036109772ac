import { knownMessage } from '../../upstream/indexer/known-messages'
import type { HistoryDatabase } from './database'

const OLD_PREFIX = 'The indexer says: '
const REPLACEMENT = 'The indexer answered with an error.'

/**
 * Removes indexers' texts stored by earlier versions, which may contain a key. Closes the history on failure.
 * @throws SQLite's error
 */
export function withoutOldWords(db: HistoryDatabase): HistoryDatabase {
  try {
    const texts = db
      .all('SELECT DISTINCT text AS words FROM look WHERE instr(text, ?) > 0', OLD_PREFIX)
      .concat(db.all('SELECT DISTINCT summary AS words FROM turn WHERE instr(summary, ?) > 0', OLD_PREFIX))
      .concat(db.all('SELECT DISTINCT summary AS words FROM change WHERE instr(summary, ?) > 0', OLD_PREFIX))
      .map(({ words }) => String(words))
    const old = texts.filter((text) => cleaned(text) !== text)
    if (old.length > 0) db.write(() => replace(db, old))
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function replace(db: HistoryDatabase, old: readonly string[]): void {
  for (const text of old) {
    db.run('UPDATE look SET text = ? WHERE text = ?', cleaned(text), text)
    db.run('UPDATE turn SET summary = ? WHERE summary = ?', cleaned(text), text)
    db.run('UPDATE change SET summary = ? WHERE summary = ?', cleaned(text), text)
  }
}

/** Keeps only the interface's words. Everything after other words goes too: their end cannot be detected. */
function cleaned(text: string): string {
  const at = text.indexOf(OLD_PREFIX)
  const message = text.slice(at + OLD_PREFIX.length)
  return at < 0 || knownMessage(message) === message ? text : text.slice(0, at) + REPLACEMENT
}
