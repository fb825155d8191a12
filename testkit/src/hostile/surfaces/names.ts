import type { Random } from '../../art/random.ts'
import { nameTricks, trapDomain } from '../nameServer.ts'
import { strangerSource } from '../network.ts'
import { askPicture } from './askPicture.ts'
import { hexOf, whole, type Attack, type Surface } from './surface.ts'

/** Host names whose name server belongs to strangers. */
export const names: Surface = {
  name: 'names',
  plan: (dice) => lookUps(dice),
}

function lookUps(dice: Random): Attack {
  const count = dice.pick([1, 4, 16])
  const hosts = Array.from({ length: count }, () => `${dice.pick(nameTricks)}-${hexOf(dice, 6)}.${trapDomain}`)
  const scheme = dice.pick(['http', 'https'])
  const isRedirect = dice.chance(0.3)
  const ask = whole(dice, 0, 1) === 0 ? 'metadata' : '256'
  return {
    what: `${count} names, ${hosts[0]} first${isRedirect ? ', by redirect' : ''}`,
    async run(scene) {
      const source = strangerSource(scene.crowd.door, dice)
      for (const host of hosts) {
        const token = await scene.token()
        const place = `${scheme}://${host}/x`
        scene.arena.kitchen.serve(
          `/meta/${token}`,
          isRedirect ? { status: 302, headers: { location: place } } : { body: () => JSON.stringify({ image: place }) },
        )
        askPicture(scene, source, { token, size: isRedirect ? ask : '256' })
      }
    },
  }
}
