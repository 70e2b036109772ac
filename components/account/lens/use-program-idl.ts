import { useQuery } from '@tanstack/react-query'
import type { Idl } from '@/lib/account/idl/idl'
import { readIdl } from '@/lib/account/idl/read-idl'
import { fetchJson } from '@/lib/api/fetch-json'
import { type Cluster, href } from '@/lib/page/address'

/** null: there is none, or it is not here yet. */
export function useProgramIdl(program: string, cluster: Cluster, wanted: boolean): Idl | null {
  const { data = null } = useQuery({
    queryKey: ['idl', cluster ?? null, program],
    queryFn: async ({ signal }) => {
      const { result } = await fetchJson<{ result: { text?: string } }>(
        href('/api/v1/idl', { program, cluster }),
        signal,
      )
      return result.text === undefined ? null : readIdl(result.text, program)
    },
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  return data
}
