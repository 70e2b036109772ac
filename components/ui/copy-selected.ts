/** For browsers without clipboard access: copies by a selection, else leaves the text selected in a dialog. */
export function copySelected(text: string): boolean {
  const dialog = document.createElement('dialog')
  dialog.className =
    'panel mx-auto mt-2 w-[calc(100%-1rem)] max-w-xl p-4 text-ink shadow-lg backdrop:bg-ink/30 sm:mt-[10dvh] dark:backdrop:bg-paper/70'
  const words = document.createElement('p')
  words.id = 'copy-by-hand'
  words.textContent = 'The browser blocked copying. The text is selected: press Ctrl+C or ⌘C, or hold it on a phone.'
  dialog.setAttribute('aria-labelledby', words.id)
  const field = document.createElement('textarea')
  field.className = 'field id mt-3 h-32 w-full'
  field.readOnly = true
  field.setAttribute('aria-labelledby', words.id)
  field.value = text
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'button mt-3'
  close.textContent = 'Close'
  close.onclick = () => dialog.close()
  dialog.onclose = () => dialog.remove()
  dialog.append(words, field, close)
  document.body.append(dialog)
  dialog.showModal()
  field.focus()
  field.select()
  const isCopied = document.execCommand('copy')
  if (isCopied) dialog.close()
  return isCopied
}
