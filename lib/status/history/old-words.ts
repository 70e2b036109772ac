import { knownMessage } from '../../upstream/indexer/known-messages'
import type { HistoryDatabase } from './database'

/** How an indexer's words were kept, before they had to be the interface's. */
const OLD_PREFIX = 'The indexer says: '
const REPLACEMENT = 'The indexer answered with an error.'

/**
 * Takes an indexer's own words out of what earlier versions kept: they let through whatever it said, with a key where it
 * repeated one in a spelling that nobody searched for.
 * @throws what SQLite throws; the history is closed then.
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

/** What the interface says stays; of other words nothing, nor of what follows them: where they end cannot be told. */
function cleaned(text: string): string {
  const at = text.indexOf(OLD_PREFIX)
  const message = text.slice(at + OLD_PREFIX.length)
  return at < 0 || knownMessage(message) === message ? text : text.slice(0, at) + REPLACEMENT
}
