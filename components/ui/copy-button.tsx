/**
 * A button that copies `text` exactly. Plain markup: one listener in copy-listener.tsx serves every button of the page,
 * so that a thousand rows cost nothing. Hidden where scripts do not run.
 */
export function CopyButton({ text, what }: { text: string; what: string }) {
  return <button type="button" className="copy" data-copy={text} aria-label={`Copy ${what}`} title={`Copy ${what}`} />
}
