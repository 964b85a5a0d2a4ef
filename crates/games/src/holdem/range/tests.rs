use super::*;
use proptest::prelude::*;

fn names(text: &str) -> Vec<String> {
    let range: Range = text.parse().unwrap();
    StartingHand::all().filter(|&h| range.mean(h) > 0.0).map(|h| h.to_string()).collect()
}

fn combinations(text: &str) -> f64 {
    text.parse::<Range>().unwrap().total()
}

#[test]
fn starting_hands_are_169_and_share_out_all_hands() {
    let mut holes: Vec<Hole> = StartingHand::all().flat_map(StartingHand::holes).collect();
    holes.sort_unstable();
    assert_eq!(holes, Hole::all().collect::<Vec<_>>());
    for hand in StartingHand::all() {
        let (row, column) = hand.cell();
        assert_eq!((StartingHand::at(row, column), hand.to_string().parse()), (hand, Ok(hand)));
        assert!(hand.holes().into_iter().all(|h| StartingHand::of(h) == hand));
    }
}

#[test]
fn parts_mean_what_the_table_says() {
    assert_eq!(names("QQ+"), ["AA", "KK", "QQ"]);
    assert_eq!(names("KTs+"), ["KQs", "KJs", "KTs"]);
    assert_eq!(names("KTo-K8o"), ["KTo", "K9o", "K8o"]);
    assert_eq!(names("K8o-KTo"), names("KTo-K8o"));
    assert_eq!(names("QQ-TT"), ["QQ", "JJ", "TT"]);
    assert_eq!(names("T9s-76s"), ["T9s", "98s", "87s", "76s"]);
    assert_eq!(names("aK"), ["AKs", "AKo"]);
    assert_eq!(names("AJ-AT"), ["AJs", "ATs", "AJo", "ATo"]);
    assert_eq!(combinations("AK"), 16.0);
    assert_eq!(combinations("QQ+, AKs KTo-K8o"), 18.0 + 4.0 + 36.0);
    assert_eq!(combinations("AhKd"), 1.0);
    assert_eq!(combinations("random"), 1326.0);
    assert_eq!(combinations("random,72o:0"), 1314.0);
    assert_eq!(combinations("22+:0.5,AA"), 12.0 * 6.0 * 0.5 + 6.0);
}

#[test]
fn errors_name_the_part_what_is_wrong_and_the_nearest_hand() {
    let message = |text: &str| text.parse::<Range>().unwrap_err().to_string();
    assert!(message("QQ+,AKx").contains("`AKx`") && message("AKx").contains("did you mean `AK"));
    assert!(message("QQs").contains("did you mean `QQ`?"), "{}", message("QQs"));
    assert!(message("QQ-KTs").contains("both ends are pairs"));
    assert!(message("KTs-QTo").contains("both suited"));
    assert!(message("KTs-Q8s").contains("did you mean `KTs-K8s`?"), "{}", message("KTs-Q8s"));
    assert!(message("AA:half").contains("weight of AA: `half`"));
    assert!(message("AA:-1").contains("`-1`") && message("AA:NaN").contains("`NaN`"));
    assert!(message("").contains("no hand has a weight") && message("AA:0").contains("no hand"));
    assert!(message("AhAh").contains("given twice"));
    for text in ["+", "-", "AK++", "A", "AKs+-", "é", "AhKx", "A\u{301}K", "QQ-", "10Ts", ":1", "AA:1:2"] {
        assert!(text.parse::<Range>().is_err(), "{text}");
    }
}

#[test]
fn weight_files_take_hands_and_starting_hands() {
    let range =
        Range::from_weights_text("# opponent\nAKo 0.25\nAhKd = 1 # this one always\n\nQQ:2\n").unwrap();
    assert_eq!(range.total(), 11.0 * 0.25 + 1.0 + 12.0);
    assert!(Range::from_weights_text("AKo").unwrap_err().to_string().contains("`AKo`"));
    assert!(Range::from_weights_text("").is_err());
    assert!(Range::from_weights(vec![1.0; 5]).is_err());
    assert!(Range::from_weights(vec![-1.0; HOLES]).is_err());
}

#[test]
fn pictures_show_every_starting_hand_and_its_share() {
    let grid = Grid::of(&"AA,AKs:0.5,72o:0.25".parse().unwrap());
    let text = grid.text();
    assert_eq!(text.lines().count(), 13);
    assert!(text.starts_with("AA  100  AKs  50"), "{text}");
    assert!(text.lines().all(|l| l.chars().count() == 13 * 9 - 2));
    let svg = grid.svg("a <range> & \"more\"");
    assert_eq!((svg.matches("<rect").count(), svg.matches("<title>").count()), (169, 169));
    assert!(
        svg.contains("<title>72o: 0.2500</title>") && svg.contains("a &lt;range&gt; &amp; &quot;more&quot;")
    );
    let colours = grid.colour_text();
    assert!(StartingHand::all().all(|h| colours.contains(&h.to_string())));
    assert_eq!(grid.cells[12][7], 0.25, "deuces are row 12, sevens column 7; offsuit is below the diagonal");
}

#[test]
fn parts_that_stop_half_way_say_what_is_missing() {
    let table = [
        ("QQ+,KTo-", "range: `KTo-` is not understood: the run has no end", "did you mean `KTo` or `KTo+`?"),
        ("-K8o", "range: `-K8o` is not understood: the run has no start", "did you mean `K8o`?"),
        ("-", "range: `-` is not understood: both ends", "KTo-K8o"),
        ("KTo-K8o-K5o", "range: `KTo-K8o-K5o`", "two ends"),
        ("QQ-99+", "range: `QQ-99+`", "did you mean `QQ-99`?"),
        ("+", "range: `+`", "missing before `+`"),
        (":0.5", "range: ``", "missing before `:`"),
        ("KTo-K", "range: `K`", "two ranks"),
        ("KTo-:0.5", "range: `KTo-`", "no end"),
        ("KTo:", "weight of KTo: `` is not", "number from 0 up"),
    ];
    for (text, start, part) in table {
        let message = text.parse::<Range>().unwrap_err().to_string();
        assert!(message.starts_with(start) && message.contains(part), "{text}: {message}");
    }
}

proptest! {
    #[test]
    fn text_of_a_range_parses_to_the_same_range(
        picks in prop::collection::vec((0..HOLES, 1u32..1000), 1..60),
        classes in prop::collection::vec((0usize..169, 1u32..8), 0..20),
    ) {
        let mut range = Range::none();
        for (class, w) in classes {
            for hole in StartingHand::at(class / 13, class % 13).holes() {
                range.set(hole, f64::from(w) / 8.0).unwrap();
            }
        }
        for (i, w) in picks {
            range.set(Hole::new(i).unwrap(), f64::from(w) / 1000.0).unwrap();
        }
        prop_assert_eq!(range.to_string().parse::<Range>().unwrap(), range);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[2-9TJQKAakqsocdh+:,. *-]{0,24}") {
        let _ = text.parse::<Range>();
        let _ = Range::from_weights_text(&text);
    }
}
