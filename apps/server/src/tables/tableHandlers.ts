import {
  type Address,
  durationChoices,
  durationSeconds,
  isComplete,
  openTable,
  otherSeat,
  playMove,
  type Seat,
  type Table,
  type TableDeal,
  type TableMove,
} from '@parley/domain'
import { dealFromWire, type WireTable } from '@parley/protocol'
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/bindRoutes.ts'
import { HttpError } from '../http/httpError.ts'
import { TokenBuckets } from '../limits/tokenBuckets.ts'
import { findOffer } from '../offers/offerStore.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'
import type { Sessions } from '../sessions/createSessions.ts'
import { checkDeal, type DealPlace } from './dealChecks.ts'
import { changeInbound, checkInvitation, readInbound } from './inbound.ts'
import { nowS, type TableFeed } from './tableFeed.ts'
import { tableFailure } from './tableFailure.ts'
