/* A model of the outbox (`storage/outbox.py`, `club/outbox/delivery.py`) and of how board cards are
 * posted (`bot/matches/card_posts.py`, `bot/matches/homes.py`), for Spin.
 *
 * A match of two turns is shown in PLACES places, each of which gets a thread. Two processes deliver
 * its posts. FAULTS things go wrong, each at any step: a process ends, or is suspended and wakes up
 * after its claim has ended, or Discord loses a request, or its answer is lost.
 *
 * While a process runs, its claims don't end: sending is limited to 45 of their 60 seconds, and no
 * claim is renewed. Those of others may end at any moment, because a new process takes them over.
 *
 * Assumed: a request takes effect before the claim that it was made under ends, unless its process
 * was suspended. A process that has lost its claim meets no further fault before it has stored what
 * it did. Otherwise a card of an earlier turn may keep its buttons, which are refused.
 *
 * Left out: giving up after 60 attempts, several cards of one turn, direct messages, forums.
 */

#ifndef PLACES
#define PLACES 1
#endif
#ifndef SENDERS
#define SENDERS 2
#endif
#ifndef FAULTS
#define FAULTS 2
#endif

/* Each of these leaves out one precaution, to show that Spin notices. */
#ifdef DISCORD_FORGETS
#define REMEMBERS false
#else
#define REMEMBERS true
#endif
#ifdef NO_FENCE
#define IS_CLAIM(r, claim) (state[r] == waiting)
#else
#define IS_CLAIM(r, claim) (state[r] == waiting && attempts[r] == claim)
#endif
#ifdef NO_LEASE
#define IS_DUE(r) (state[r] == waiting && !postponed[r])
#define IS_FREE(l) true
#else
#define IS_DUE(r) (state[r] == waiting && !postponed[r] && !leased[r])
#ifdef NO_LANES
#define IS_FREE(l) true
#else
#define IS_FREE(l) (leases[l] == 0)
#endif
#endif

#ifdef NO_SEARCH
#define SEARCHES false
#else
#define SEARCHES true
#endif

#define MESSAGES 4
#define THREADS 4
#define NONE 0

/* The rows of the outbox: two boards for each place, and for each message the removal of its
 * controls and, if it was posted under a lost claim, its deletion. Their keys are unique. */
#define BOARD(place, turn) (2 * (place) + (turn) - 1)
#define STRIP(message) (2 * PLACES + (message) - 1)
#define STRAY(message) (2 * PLACES + MESSAGES + (message) - 1)
#define ROWS (2 * PLACES + 2 * MESSAGES)
#define IS_BOARD(r) ((r) < 2 * PLACES)
#define IS_STRIP(r) ((r) >= 2 * PLACES && (r) < 2 * PLACES + MESSAGES)
#define TURN(r) ((r) % 2 + 1)
#define PLACE(r) ((r) / 2)

mtype = { unqueued, waiting, sent };

mtype state[ROWS] = unqueued;
bool leased[ROWS];     /* claimed, and the claim hasn't ended */
bool postponed[ROWS];  /* due later */
byte attempts[ROWS];
byte result[ROWS];     /* the resulting message */
byte holder[ROWS];     /* the running process with the claim, from 1. Not stored anywhere. */
byte leases[PLACES + 1];  /* the number of leased rows of each lane */
byte claim_of_stray[MESSAGES + 1];  /* the attempt at its board as it was queued */
bool waits_for_board[MESSAGES + 1];

/* The match. */
byte turn = 1;
byte thread[PLACES];
byte card[PLACES];

/* Discord. */
byte messages = 0;
byte nonce[MESSAGES + 1];  /* the row of the board that it was posted for */
byte home[MESSAGES + 1];   /* its thread */
bool has_controls[MESSAGES + 1];
bool is_deleted[MESSAGES + 1];
byte threads = 0;
byte place_of[THREADS + 1];
bool is_open[THREADS + 1];

byte faults = FAULTS;
bool runs[SENDERS + 1] = true;

/* The lane of a row. Deletions of strays have one of their own, as that of a channel. */
#define LANE(r) (IS_BOARD(r) -> PLACE(r) : \
        (IS_STRIP(r) -> PLACE(nonce[r - 2 * PLACES + 1]) : PLACES))

inline queue(r) {
    if
    :: state[r] == unqueued -> state[r] = waiting
    :: else
    fi
}

inline end_lease(r) {
    if
    :: leased[r] -> leased[r] = false; leases[LANE(r)]--
    :: else
    fi;
    holder[r] = 0
}

/* `storage.outbox.mark_sent`, with the fence. */
inline mark_sent(r, claim, message, ok) {
    if
    :: IS_CLAIM(r, claim) -> state[r] = sent; result[r] = message; end_lease(r); ok = true
    :: else -> ok = false
    fi
}

/* `storage.outbox.is_known` */
inline is_known(message, known) {
    known = false;
    for (i : 0 .. 2 * PLACES - 1) {
        if
        :: result[i] == message -> known = true
        :: else
        fi
    }
    i = 0
}

/* Discord posts a message, unless it remembers one with this nonce. */
inline create_message(r, where, message) {
    message = NONE;
    for (i : 1 .. messages) {
        if
        :: REMEMBERS && nonce[i] == r -> message = i
        :: else
        fi
    }
    if
    :: message == NONE ->
#ifndef ALLOW_DUPLICATES
        for (i : 1 .. messages) {
            assert(nonce[i] != r)  /* A post is one message. */
        }
#endif
        assert(messages < MESSAGES);
        messages++;
        message = messages;
        nonce[message] = r;
        home[message] = where;
        has_controls[message] = true;
        printf("message %d is posted for row %d\n", message, r)
    :: else
    fi;
    i = 0
}

#define CAN_FAIL (faults > 0 && holder[row] == me)

/* Between two steps, the process may end, or be suspended. */
inline pause() {
    if
    :: true
    :: atomic { CAN_FAIL -> faults--; printf("process %d ends\n", me); goto ended }
    :: atomic { CAN_FAIL -> faults--; runs[me] = false; printf("process %d is suspended\n", me) };
       atomic { runs[me] = true; printf("process %d wakes up\n", me) }
    fi
}

proctype Sender(byte me) {
    byte row, claim, seen_turn, seen_card, where, message, opened;
    bool ok;
    byte i;

end_idle:
    atomic {
        /* `storage.outbox.claim_next`: the first row of a lane that isn't being served. */
        if
        :: IS_FREE(0) && IS_DUE(BOARD(0, 1)) -> row = BOARD(0, 1)
        :: IS_FREE(0) && IS_DUE(BOARD(0, 2)) && !IS_DUE(BOARD(0, 1)) -> row = BOARD(0, 2)
#if PLACES == 2
        :: IS_FREE(1) && IS_DUE(BOARD(1, 1)) -> row = BOARD(1, 1)
        :: IS_FREE(1) && IS_DUE(BOARD(1, 2)) && !IS_DUE(BOARD(1, 1)) -> row = BOARD(1, 2)
#endif
#define FOLLOWS_BOARDS(m) (IS_FREE(PLACE(nonce[m])) && IS_DUE(STRIP(m)) && \
        !IS_DUE(BOARD(PLACE(nonce[m]), 1)) && !IS_DUE(BOARD(PLACE(nonce[m]), 2)))
        :: FOLLOWS_BOARDS(1) -> row = STRIP(1)
        :: FOLLOWS_BOARDS(2) -> row = STRIP(2)
        :: FOLLOWS_BOARDS(3) -> row = STRIP(3)
        :: FOLLOWS_BOARDS(4) -> row = STRIP(4)
        :: IS_FREE(PLACES) && IS_DUE(STRAY(1)) -> row = STRAY(1)
        :: IS_FREE(PLACES) && IS_DUE(STRAY(2)) -> row = STRAY(2)
        :: IS_FREE(PLACES) && IS_DUE(STRAY(3)) -> row = STRAY(3)
        :: IS_FREE(PLACES) && IS_DUE(STRAY(4)) -> row = STRAY(4)
        fi;
        for (i : 0 .. ROWS - 1) {
            /* No two running processes serve one lane. */
            assert(holder[i] == 0 || LANE(i) != LANE(row))
        }
        i = 0;
        attempts[row]++;
        claim = attempts[row];
        leased[row] = true;
        leases[LANE(row)]++;
        holder[row] = me;
        printf("process %d claims row %d, attempt %d\n", me, row, claim)
    }
    pause();
    if
    :: IS_BOARD(row) -> goto board
    :: IS_STRIP(row) -> goto strip
    :: else -> goto stray
    fi;

board:
    /* `Boards.deliver` loads the match. */
    atomic {
        seen_turn = turn; seen_card = card[PLACE(row)]; where = thread[PLACE(row)];
        if
        :: seen_card == NONE && where == NONE -> skip
        :: else -> goto at_home
        fi
    }
    pause();
    /* `Homes.open_ahead_for`: look for a thread that an earlier attempt may have opened. */
    atomic {
        opened = NONE;
        if
        :: attempts[BOARD(PLACE(row), 1)] + attempts[BOARD(PLACE(row), 2)] > 1 ->
            for (i : 1 .. threads) {
                if
                :: opened == NONE && is_open[i] && place_of[i] == PLACE(row) -> opened = i
                :: else
                fi
            }
            i = 0
        :: else
        fi
    }
    pause();
    if
    :: opened == NONE ->
        if
        :: atomic {
            assert(threads < THREADS);
            threads++; opened = threads; place_of[opened] = PLACE(row); is_open[opened] = true;
            printf("process %d opens thread %d\n", me, opened)
           }
        :: atomic { CAN_FAIL -> faults--; goto failed }
        :: atomic {
            CAN_FAIL -> faults--;
            threads++; place_of[threads] = PLACE(row); is_open[threads] = true;
            printf("process %d opens thread %d without an answer\n", me, threads);
            goto failed
           }
        fi;
        pause()
    :: else
    fi;
    /* `Homes._store_home` keeps the thread that another process has stored. */
    atomic {
        if
#ifdef NO_CHECK_OF_THREAD
        :: true -> thread[PLACE(row)] = opened
#else
        :: thread[PLACE(row)] == NONE -> thread[PLACE(row)] = opened
        :: else
#endif
        fi;
        seen_turn = turn; seen_card = card[PLACE(row)]; where = thread[PLACE(row)]
    }
    pause();
    /* `Homes._remove_others` */
    atomic {
        if
        :: opened != where -> is_open[opened] = false
        :: else
        fi;
        opened = NONE
    }

at_home:
    pause();
    message = NONE;
    if
    :: seen_turn > TURN(row) -> goto overtaken
    :: else
    fi;
    /* `Boards._earlier_card` */
    if
    :: claim > 1 && SEARCHES ->
        atomic {
            for (i : seen_card + 1 .. messages) {
                if
                :: nonce[i] == row && home[i] == where && has_controls[i] && !is_deleted[i] ->
                    message = i
                :: else
                fi
            }
            i = 0
        }
        pause()
    :: else
    fi;
    if
    :: message == NONE ->
        if
        :: atomic { assert(is_open[where]); create_message(row, where, message) }
        :: atomic { CAN_FAIL -> faults--; goto failed }
        :: atomic {
            CAN_FAIL -> faults--; create_message(row, where, message); goto failed
           }
        fi;
        pause()
    :: else
    fi;
    /* `card_posts._conclude` */
    atomic {
        mark_sent(row, claim, message, ok);
        printf("process %d concludes row %d as message %d: %d\n", me, row, message, ok);
        if
        :: !ok ->
            queue(STRAY(message));
            postponed[STRAY(message)] = true;
            claim_of_stray[message] = attempts[row]
        :: else ->
            if
            :: card[PLACE(row)] != seen_card && turn > seen_turn &&
               (card[PLACE(row)] != NONE && TURN(nonce[card[PLACE(row)]]) >= seen_turn) ->
                /* A later board was posted first. */
                queue(STRIP(message))
            :: else ->
                if
                :: card[PLACE(row)] != NONE && card[PLACE(row)] != message ->
                    queue(STRIP(card[PLACE(row)]))
                :: else
                fi;
                assert(!is_deleted[message]);
                card[PLACE(row)] = message
            fi
        fi;
        goto done
    }

overtaken:
    /* `Boards._skip` */
    if
    :: claim > 1 ->
        atomic {
            for (i : 1 .. messages) {
                if
                :: nonce[i] == row && i != seen_card && home[i] == where && has_controls[i] &&
                   !is_deleted[i] -> message = i
                :: else
                fi
            }
            i = 0
        }
        pause()
    :: else
    fi;
    atomic {
        mark_sent(row, claim, message, ok);
        printf("process %d skips row %d, message %d: %d\n", me, row, message, ok);
        if
        :: ok && message != NONE -> queue(STRIP(message))
        :: else
        fi;
        goto done
    }

strip:
    atomic { has_controls[row - 2 * PLACES + 1] = false }
    pause();
    atomic { mark_sent(row, claim, NONE, ok); goto done }

stray:
    atomic {
        /* `Strays.deliver` waits for the board, and keeps a message that counts. */
        message = row - 2 * PLACES - MESSAGES + 1;
#ifndef NO_WAIT_FOR_BOARD
        if
        :: state[nonce[message]] == waiting ->
            if
            :: IS_CLAIM(row, claim) ->
                end_lease(row); postponed[row] = true; waits_for_board[message] = true
            :: else
            fi;
            goto done
        :: else
        fi;
#endif
#ifdef NO_CHECK_OF_STRAY
        ok = false
#else
        is_known(message, ok)
#endif
    }
    pause();
    atomic {
        if
        :: !ok ->
            for (i : 0 .. PLACES - 1) {
                assert(card[i] != message)  /* A current card is never deleted. */
            }
            i = 0;
            is_deleted[message] = true;
            printf("message %d is deleted\n", message)
        :: else
        fi
    }
    pause();
    atomic { mark_sent(row, claim, NONE, ok); goto done }

failed:
    printf("a request of process %d fails\n", me);
    /* `Delivery._handle_failure` postpones the row, if the claim is still valid. */
    atomic {
        if
        :: IS_CLAIM(row, claim) -> end_lease(row); postponed[row] = true
        :: else
        fi;
        goto done
    }

ended:
    atomic {
        if
        :: holder[row] == me -> holder[row] = 0
        :: else
        fi
    }

done:
    atomic {
        row = 0; claim = 0; seen_turn = 0; seen_card = 0; where = 0; message = 0; opened = 0;
        ok = false;
        goto end_idle
    }
}

#define IS_HELD(r) (holder[r] != 0 && runs[holder[r]])

/* Claims of processes that don't run end, and postponed rows fall due. The deletion of a stray is
 * due after two leases, when a claim that was valid as it was queued has ended. */
proctype Clock() {
end_idle:
    do
#define EXPIRES(r) atomic { leased[r] && !IS_HELD(r) -> end_lease(r) }
    :: EXPIRES(BOARD(0, 1))
    :: EXPIRES(BOARD(0, 2))
#if PLACES == 2
    :: EXPIRES(BOARD(1, 1))
    :: EXPIRES(BOARD(1, 2))
#endif
    :: EXPIRES(STRIP(1))
    :: EXPIRES(STRIP(2))
    :: EXPIRES(STRIP(3))
    :: EXPIRES(STRIP(4))
    :: EXPIRES(STRAY(1))
    :: EXPIRES(STRAY(2))
    :: EXPIRES(STRAY(3))
    :: EXPIRES(STRAY(4))
#define FALLS_DUE(r) postponed[r] -> postponed[r] = false
    :: FALLS_DUE(BOARD(0, 1))
    :: FALLS_DUE(BOARD(0, 2))
#if PLACES == 2
    :: FALLS_DUE(BOARD(1, 1))
    :: FALLS_DUE(BOARD(1, 2))
#endif
#define IS_STRAY_DUE(m) (postponed[STRAY(m)] && (state[nonce[m]] != waiting || \
        (!waits_for_board[m] && !(IS_HELD(nonce[m]) && attempts[nonce[m]] == claim_of_stray[m]))))
    :: IS_STRAY_DUE(1) -> postponed[STRAY(1)] = false
    :: IS_STRAY_DUE(2) -> postponed[STRAY(2)] = false
    :: IS_STRAY_DUE(3) -> postponed[STRAY(3)] = false
    :: IS_STRAY_DUE(4) -> postponed[STRAY(4)] = false
    od
}

/* The second turn may begin at any time. */
proctype Player() {
    atomic {
        turn = 2;
        printf("the second turn begins\n");
        queue(BOARD(0, 2));
#if PLACES == 2
        queue(BOARD(1, 2))
#endif
    }
}

/* What holds when nothing can happen any more. */
proctype Final() {
    byte i, shown, playable, j;
end_idle:
    atomic {
        timeout ->
        for (i : 0 .. ROWS - 1) {
            assert(state[i] != waiting)  /* Every post was sent. */
        }
        for (j : 0 .. PLACES - 1) {
            playable = 0;
            for (i : 1 .. messages) {
                if
                :: PLACE(nonce[i]) == j && !is_deleted[i] ->
                    assert(home[i] == thread[j]);  /* All cards are in the thread. */
                    if
                    :: has_controls[i] -> playable++
                    :: else
                    fi
                :: else
                fi
            }
            assert(playable == 1 && has_controls[card[j]] && !is_deleted[card[j]]);
            assert(TURN(nonce[card[j]]) == turn);
            assert(is_open[thread[j]])
        };
        for (i : 1 .. threads) {
            /* An empty thread remains only if two things went wrong. */
            assert(!is_open[i] || thread[place_of[i]] == i || FAULTS > 1)
        }
    }
}

init {
    byte i;
    atomic {
        for (i : 0 .. PLACES - 1) {
            state[BOARD(i, 1)] = waiting
        }
        i = 0;
        for (i : 1 .. SENDERS) {
            run Sender(i)
        }
        run Clock(); run Player(); run Final()
    }
}
