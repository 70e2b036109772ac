import { useState } from 'react'
import { KeyList } from './key-list'
import { keysOn, saveKeysOn } from './keys'
import { Modal } from './modal'
import * as words from './words'

export function HelpDialog({ onClose }: { onClose(): void }) {
  const [on, setOn] = useState(keysOn)
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <KeyList />
      <label className="mt-4 flex items-baseline gap-2 border-t border-line pt-3">
        <input
          type="checkbox"
          checked={on}
          onChange={({ target }) => {
            setOn(target.checked)
            saveKeysOn(target.checked)
          }}
        />
        <span>
          <span>{words.singleKeys}</span>
          <span className="block text-muted">{words.singleKeysAbout}</span>
        </span>
      </label>
    </Modal>
  )
}
