/** Which of the servers of one database follows the chain for all. */
export interface Leadership {
  /** Whether it is this one; takes the place where it is free. */
  lead(): Promise<boolean>
  /** Gives the place up, so that another can have it. */
  stepDown(): Promise<void>
  /** Gives it up for good: whoever still asks does not lead. */
  close(): Promise<void>
}
