import { tick } from '../ui/time'
import { saveDisplay, savedDisplay } from './display'
import { savedZone, saveZone, writeTimes, zoneName } from './local-time'
import { Modal } from './modal'
import { displayAbout } from './words'

interface Choice {
  name: string
  /** By the word that is saved; the first is the default. */
  options: Readonly<Record<string, string>>
  saved: readonly string[]
  save(word: string, words: readonly string[]): void
}

const THEMES = { '': 'As the system', light: 'Light', dark: 'Dark' }
const TIMES = { '': 'Relative: 3 min ago', absolute: 'Absolute: 2026-11-20 10:05:41 UTC' }

export function DisplayDialog({ onClose }: { onClose(): void }) {
  const zones = { utc: 'UTC', local: `Local: ${zoneName('local')}` }
  return (
    <Modal title="Theme and times" onClose={onClose}>
      <Choice name="Theme" options={THEMES} saved={savedDisplay()} save={saveDisplay} />
      <Choice name="Times" options={TIMES} saved={savedDisplay()} save={saveDisplay} />
      <Choice name="Time zone" options={zones} saved={[savedZone()]} save={saveZone} />
      <p className="text-muted">{displayAbout}</p>
    </Modal>
  )
}

function Choice({ name, options, saved, save }: Choice) {
  const words = Object.keys(options)
  const chosen = words.findLast((word, i) => i === 0 || saved.includes(word))
  const choose = (word: string) => {
    save(word, words)
    void tick()
    writeTimes(savedZone())
  }
  return (
    <fieldset className="pb-4">
      <legend className="eyebrow">{name}</legend>
      <div className="flex flex-wrap gap-x-6">
        {words.map((word) => (
          <label key={word} className="flex min-h-8 items-center gap-2">
            <input type="radio" name={name} defaultChecked={word === chosen} onChange={() => choose(word)} />
            <span>{options[word]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
