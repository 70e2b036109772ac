import { type ReactNode, useEffect, useId, useRef } from 'react'

export function Modal({ title, onClose, children }: { title: string; onClose(): void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => {
      // Runs after the dialog closes: an element focused since then keeps the focus.
      const isNowhere = document.activeElement === null || document.activeElement === document.body
      if (isNowhere && before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className="panel mx-auto mt-2 max-h-[calc(100dvh-1rem)] w-[calc(100%-1rem)] max-w-xl flex-col overflow-hidden p-0 text-ink shadow-lg backdrop:bg-veil open:flex sm:mt-[10dvh] sm:max-h-[80dvh]"
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      onClose={onClose}
    >
      <div className="flex items-center justify-between gap-4 border-b border-line px-4 py-2">
        <h2 id={id} className="text-base">
          {title}
        </h2>
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3 text-sm">{children}</div>
    </dialog>
  )
}
