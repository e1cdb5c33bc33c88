# An independent verifier, written from docs/fair-dealing.md alone: prints the commitment, the seed, the dealer and a deck.
# Each line of the input: TABLE NUMBER SECRET PRESS DEALERS PACK, where DEALERS is 0 if no dealer is drawn.
use strict; use warnings; use Digest::SHA qw(sha256_hex);

while (my $line = <STDIN>) {
    my ($table, $number, $secret, $press, $dealers, @cards) = split ' ', $line;
    my $seed = sha256_hex("skiz-seed/1 $table $number $secret $press");
    my ($block, @numbers) = (0);
    my $draw = sub {
        my $n = shift;
        while (1) {
            @numbers = map { hex } unpack '(A8)*', sha256_hex("$seed " . $block++) unless @numbers;
            my $x = shift @numbers;
            return $x % $n if $x < 2**32 - 2**32 % $n;
        }
    };
    my $dealer = $dealers ? $draw->($dealers) : '-';
    for (my $i = $#cards; $i > 0; $i--) {
        my $j = $draw->($i + 1);
        @cards[$i, $j] = @cards[$j, $i];
    }
    print join(' ', sha256_hex("skiz-commitment/1 $table $number $secret"), $seed, $dealer, @cards), "\n";
}
