/* A model of the outbox (`storage/outbox.py`, `club/outbox/delivery.py`) and of how cards are brought
 * up to date (`bot/matches/card_posts.py`, `bot/matches/homes.py`), for Spin.
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
#define IS_CLAIM(r, claim) (waits[r])
#else
#define IS_CLAIM(r, claim) (waits[r] && attempts[r] == claim)
#endif
#ifdef NO_LEASE
#define IS_DUE(r) (waits[r] && !postponed[r])
#define IS_FREE(l) true
#else
#define IS_DUE(r) (waits[r] && !postponed[r] && !leased[r])
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
#ifdef NO_CHECK_OF_CARD
#define IS_CURRENT(m) false
#else
#define IS_CURRENT(m) ((m) == seen_card)
#endif

/* The former card was stripped before the new one was stored. */
#define IS_STRIPPED(m) ((m) == seen_card && (tidied & BIT(m)))

/* A card that a process posted under a lost claim may be the one that its turn lacks. */
#define IS_ADOPTABLE(m) (is_extra[m] && seen_shown != seen_turn)

#define MESSAGES (3 + PLACES)
#define THREADS 4
#define NONE 0

/* The rows of the outbox, for each place: a post for each turn, and posts to compare again. */
#define AGAIN 4
#define PER_PLACE (2 + AGAIN)
#define TURN_ROW(place, turn) (PER_PLACE * (place) + (turn) - 1)
#define ROWS (PER_PLACE * PLACES)
#define PLACE(r) ((r) / PER_PLACE)
#define BIT(n) (1 << (n))

bool waits[ROWS];
bool leased[ROWS];     /* claimed, and the claim hasn't ended */
bool postponed[ROWS];  /* due later */
byte attempts[ROWS];   /* never reset, unlike those of a new row, so that a claim is known */
byte tries[ROWS];      /* the attempts since it was queued */
byte key[ROWS];
byte holder[ROWS];     /* the running process with the claim, from 1. Not stored anywhere. */
byte leases[PLACES];   /* the number of leased rows of each lane */
byte keys = 0;

/* The match, and the cards of its places. */
byte turn = 1;
byte thread[PLACES];
byte card[PLACES];
byte shown[PLACES];    /* the turn of the card */
byte unknown[PLACES];  /* changes if what the card shows becomes unknown, 0 if it is known */

/* The former cards: how often each was added. 0 for none. */
byte former[MESSAGES + 1];
bool is_extra[MESSAGES + 1];

/* Discord. */
byte messages = 0;
byte nonce[MESSAGES + 1];  /* the key under which it was posted */
byte shows[MESSAGES + 1];  /* the turn */
byte home[MESSAGES + 1];   /* its thread */
bool has_controls[MESSAGES + 1];
bool is_deleted[MESSAGES + 1];
byte threads = 0;
byte place_of[THREADS + 1];
bool is_open[THREADS + 1];

byte faults = FAULTS;
bool runs[SENDERS + 1] = true;

inline queue(r) {
    assert(!waits[r]);
    waits[r] = true; tries[r] = 0; keys++; key[r] = keys
}

/* Queue a comparison, in the first row that doesn't wait. */
inline queue_again(p) {
    i = PER_PLACE * (p) + 2;
    do
    :: waits[i] -> i++
    :: else -> break
    od;
    assert(PLACE(i) == (p));
    queue(i);
    i = 0
}

inline end_lease(r) {
    if
    :: leased[r] -> leased[r] = false; leases[PLACE(r)]--
    :: else
    fi;
    holder[r] = 0
}

inline add_former(m, extra) {
#ifdef NO_CHECK_OF_FORMER
    former[m] = 1;
#else
    former[m]++;
#endif
    is_extra[m] = extra
}

/* Discord posts a message, unless it remembers one with this nonce. */
inline create_message(k, of_turn, where, message) {
    message = NONE;
    for (i : 1 .. messages) {
        if
        :: REMEMBERS && nonce[i] == k -> message = i
        :: else
        fi
    }
    if
    :: message == NONE ->
#ifndef ALLOW_DUPLICATES
        for (i : 1 .. messages) {
            assert(nonce[i] != k)  /* A post is one message. */
        }
#endif
        assert(messages < MESSAGES);
        messages++;
        message = messages;
        nonce[message] = k;
        shows[message] = of_turn;
        home[message] = where;
        has_controls[message] = true;
        printf("message %d is posted for turn %d under key %d\n", message, of_turn, k)
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

/* `Cards._load` */
inline load() {
    seen = 0; tried = 0; newest = 0; total = 0; tidied = 0;
    for (i : 0 .. PER_PLACE - 1) {
        if
        :: waits[PER_PLACE * p + i] ->
            seen = seen | BIT(i);
            total = total + tries[PER_PLACE * p + i];
            if
            :: tries[PER_PLACE * p + i] > 0 -> tried = tried | BIT(i)
            :: else
            fi;
            if
            :: key[PER_PLACE * p + i] > newest -> newest = key[PER_PLACE * p + i]
            :: else
            fi
        :: else
        fi
    }
    for (i : 1 .. messages) {
        if
        :: former[i] > 0 && place_of[home[i]] == p -> tidied = tidied | BIT(i)
        :: else
        fi;
        seen_former[i] = former[i]
    }
    i = 0;
    seen_turn = turn; seen_card = card[p]; seen_shown = shown[p]; seen_unknown = unknown[p];
    where = thread[p]
}

proctype Sender(byte me) {
    byte row, p, claim, seen, tried, newest, total, tidied, strays;
    byte seen_turn, seen_card, seen_shown, seen_unknown, where, message, opened;
    byte seen_former[MESSAGES + 1];
    bool ok, is_known, is_untidy;
    byte i;

end_idle:
    atomic {
        /* `storage.outbox.claim_next`: the first due row of a lane that isn't being served. So a row
         * whose claim has ended is claimed before others, and its former owner stores nothing. */
        if
#define IN_LANE(r, n) (PER_PLACE * PLACE(r) + (n))
#define IS_BEFORE(r, n) (IS_DUE(IN_LANE(r, n)) && key[IN_LANE(r, n)] < key[r])
#define IS_FIRST(r) !(IS_BEFORE(r, 0) || IS_BEFORE(r, 1) || IS_BEFORE(r, 2) || IS_BEFORE(r, 3) || \
        IS_BEFORE(r, 4) || IS_BEFORE(r, 5))
#define CLAIM(r) IS_FREE(PLACE(r)) && IS_DUE(r) && IS_FIRST(r) -> row = r
        :: CLAIM(0)
        :: CLAIM(1)
        :: CLAIM(2)
        :: CLAIM(3)
        :: CLAIM(4)
        :: CLAIM(5)
#if PLACES == 2
        :: CLAIM(6)
        :: CLAIM(7)
        :: CLAIM(8)
        :: CLAIM(9)
        :: CLAIM(10)
        :: CLAIM(11)
#endif
        fi;
        for (i : 0 .. ROWS - 1) {
            /* No two running processes serve one lane. */
            assert(holder[i] == 0 || PLACE(i) != PLACE(row))
        }
        i = 0;
        p = PLACE(row);
        attempts[row]++; tries[row]++;
        claim = attempts[row];
        leased[row] = true;
        leases[p]++;
        holder[row] = me;
        printf("process %d claims row %d, attempt %d\n", me, row, claim)
    }
    pause();
    atomic {
        load();
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
        :: total > 1 ->
            for (i : 1 .. threads) {
                if
                :: opened == NONE && is_open[i] && place_of[i] == p -> opened = i
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
            threads++; opened = threads; place_of[opened] = p; is_open[opened] = true;
            printf("process %d opens thread %d\n", me, opened)
           }
        :: atomic { CAN_FAIL -> faults--; goto failed }
        :: atomic {
            CAN_FAIL -> faults--;
            threads++; place_of[threads] = p; is_open[threads] = true;
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
        :: true -> thread[p] = opened
#else
        :: thread[p] == NONE -> thread[p] = opened
        :: else
#endif
        fi;
        where = thread[p]
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
    pause();
    atomic { load() }

at_home:
    pause();
    message = NONE; strays = 0; is_known = true;
    atomic {
        for (i : 0 .. PER_PLACE - 1) {
            if
            :: (seen & BIT(i)) && PER_PLACE * p + i != row && waits[PER_PLACE * p + i] ->
                tries[PER_PLACE * p + i]++
            :: else
            fi
        }
        i = 0
    }
    /* `Cards._search` */
    if
    :: total > 1 && SEARCHES ->
        atomic {
            for (i : 1 .. messages) {
                if
                :: home[i] == where && has_controls[i] && !is_deleted[i] && i != seen_card &&
                   (seen_former[i] == 0 || IS_ADOPTABLE(i)) ->
                    if
                    :: message != NONE -> strays = strays | BIT(message)
                    :: else
                    fi;
                    message = NONE;
                    if
                    :: i > seen_card && shows[i] == seen_turn -> message = i
                    :: else -> strays = strays | BIT(i)
                    fi
                :: else
                fi
            }
            i = 0
        }
        if
        :: message != NONE -> seen = tried; is_known = false; tidied = 0; goto conclude
        :: else
        fi;
        pause()
    :: else
    fi;
    if
    :: seen_shown != seen_turn ->
        tidied = 0;
        if
        :: atomic { assert(is_open[where]); create_message(newest, seen_turn, where, message) }
        :: atomic { CAN_FAIL -> faults--; goto failed }
        :: atomic {
            CAN_FAIL -> faults--;
            create_message(newest, seen_turn, where, message);
            goto failed
           }
        fi;
        pause();
        if
        :: seen_card != NONE && seen_card != message ->
            if
            :: atomic { has_controls[seen_card] = false; tidied = BIT(seen_card) }
            :: atomic { CAN_FAIL -> faults--; printf("message %d isn't stripped\n", seen_card) }
            fi;
            pause()
        :: else
        fi
    :: else ->
        /* `Cards._update` */
        if
        :: seen_unknown > 0 ->
            atomic { has_controls[seen_card] = true; message = seen_card };
            pause()
        :: else
        fi;
        opened = 1;
        do
        :: opened <= MESSAGES && (tidied & BIT(opened)) && !IS_CURRENT(opened) ->
            atomic {
                has_controls[opened] = false;
                if
                :: is_extra[opened] ->
                    for (i : 0 .. PLACES - 1) {
                        assert(card[i] != opened)  /* A current card is never deleted. */
                    }
                    i = 0;
                    is_deleted[opened] = true;
                    printf("message %d is deleted\n", opened)
                :: else
                fi
            };
            pause();
            opened++
        :: opened <= MESSAGES && !((tidied & BIT(opened)) && !IS_CURRENT(opened)) -> opened++
        :: opened > MESSAGES -> break
        od;
        opened = NONE
    fi;

conclude:
    pause();
    /* `card_posts._conclude` */
    atomic {
        ok = IS_CLAIM(row, claim);
        printf("process %d concludes row %d with message %d: %d\n", me, row, message, ok);
        if
        :: ok ->
            for (i : 0 .. PER_PLACE - 1) {
                if
                :: (seen & BIT(i)) || PER_PLACE * p + i == row ->
                    waits[PER_PLACE * p + i] = false; postponed[PER_PLACE * p + i] = false;
                    tries[PER_PLACE * p + i] = 0;
                    end_lease(PER_PLACE * p + i)
                :: else
                fi
            }
            is_untidy = false;
            for (i : 1 .. messages) {
                if
                :: strays & BIT(i) -> add_former(i, true)
                :: else
                fi;
                if
                :: (tidied & BIT(i)) && former[i] == seen_former[i] -> former[i] = 0
                :: else
                fi
            }
            i = 0;
            if
            :: message != NONE ->
                if
                :: card[p] != NONE && card[p] != message &&
                   !(IS_STRIPPED(card[p]) && unknown[p] == seen_unknown) ->
                    add_former(card[p], shown[p] == seen_turn)
                :: else
                fi;
                assert(!is_deleted[message]);
                card[p] = message; shown[p] = seen_turn;
                if
                :: is_known && unknown[p] == seen_unknown -> unknown[p] = 0
                :: else -> unknown[p]++; is_untidy = true
                fi
            :: else
            fi;
            for (i : 1 .. messages) {
                if
                :: former[i] > 0 && place_of[home[i]] == p -> is_untidy = true
                :: else
                fi
            }
            i = 0;
            if
            :: is_untidy -> queue_again(p)
            :: else
            fi
        :: else ->
#ifndef NO_NOTE_OF_LOST
            /* `card_posts._note_lost` */
            if
            :: message != NONE ->
                if
                :: message == card[p] -> unknown[p]++
                :: else -> add_former(message, message != seen_card)
                fi;
                queue_again(p)
            :: else
            fi
#else
            skip
#endif
        fi;
        goto done
    }

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
        row = 0; p = 0; claim = 0; seen = 0; tried = 0; newest = 0; total = 0; tidied = 0;
        strays = 0; seen_turn = 0; seen_card = 0; seen_shown = 0; seen_unknown = 0; where = 0;
        message = 0; opened = 0; ok = false; is_known = false; is_untidy = false;
        for (i : 0 .. MESSAGES) {
            seen_former[i] = 0
        }
        i = 0;
        goto end_idle
    }
}

#define IS_HELD(r) (holder[r] != 0 && runs[holder[r]])

/* Claims of processes that don't run end, and postponed rows fall due. */
proctype Clock() {
end_idle:
    do
#define PASSES(r) atomic { leased[r] && !IS_HELD(r) -> end_lease(r) } \
    :: postponed[r] -> postponed[r] = false
    :: PASSES(0)
    :: PASSES(1)
    :: PASSES(2)
    :: PASSES(3)
    :: PASSES(4)
    :: PASSES(5)
#if PLACES == 2
    :: PASSES(6)
    :: PASSES(7)
    :: PASSES(8)
    :: PASSES(9)
    :: PASSES(10)
    :: PASSES(11)
#endif
    od
}

/* The second turn may begin at any time. */
proctype Player() {
    atomic {
        turn = 2;
        printf("the second turn begins\n");
        queue(TURN_ROW(0, 2));
#if PLACES == 2
        queue(TURN_ROW(1, 2))
#endif
    }
}

/* What holds when nothing can happen any more. */
proctype Final() {
    byte i, playable, j;
end_idle:
    atomic {
        timeout ->
        for (i : 0 .. ROWS - 1) {
            assert(!waits[i])  /* Every post was sent. */
        }
        for (j : 0 .. PLACES - 1) {
            playable = 0;
            for (i : 1 .. messages) {
                if
                :: place_of[home[i]] == j && !is_deleted[i] ->
                    assert(home[i] == thread[j]);  /* All cards are in the thread. */
                    if
                    :: has_controls[i] -> playable++
                    :: else
                    fi
                :: else
                fi
            }
            assert(playable == 1 && has_controls[card[j]] && !is_deleted[card[j]]);
            assert(shows[card[j]] == turn && unknown[j] == 0);
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
            queue(TURN_ROW(i, 1))
        }
        i = 0;
        for (i : 1 .. SENDERS) {
            run Sender(i)
        }
        run Clock(); run Player(); run Final()
    }
}
