'use client'

import type { ComponentProps } from 'react'
import { Identifier } from '../ui/identifier'
import { lazyModule } from '../ui/lazy-module'
import type { KnownOwner } from '../ui/owner-kind'

const useOwnerKind = lazyModule(() => import('../ui/owner-kind'))

/** Extensions decide whether the owner is the wallet. */
export function TokenOwner(props: ComponentProps<typeof KnownOwner>) {
  const { module } = useOwnerKind(true)
  if (!module) return <Identifier text={props.owner} what="owner" short />
  return <module.KnownOwner {...props} />
}
