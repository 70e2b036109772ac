import { useOffline } from '../ui/use-offline'

/** Stands above the page: the body is a column, and background behaviour comes last in it. */
export function OfflineNote() {
  const offline = useOffline()
  return (
    <div role="status" className="order-first">
      {offline && (
        <div className="border-b border-line bg-doubt-soft text-sm text-doubt">
          <p className="mx-auto max-w-[84rem] px-4 py-2 sm:px-6">
            <strong className="font-semibold">You are offline.</strong> What is on screen stays as it was; nothing is
            asked until your connection is back.
          </p>
        </div>
      )}
    </div>
  )
}
